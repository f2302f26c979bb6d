/** Nothing: what the browser alone needs to fetch and run a module. */
export {};
