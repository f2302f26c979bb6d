declare module "virtual:lesson" {
  export const stages: readonly {
    id: string;
    title: string;
    meta?: import("./state/stages").StageMeta;
    load?: () => Promise<{ default: import("svelte").Component }>;
  }[];
}

/** A program, coloured at build time (`web/vite/programs.ts`): its lines, each of tokens. */
declare module "*?coloured" {
  const lines: readonly (readonly { text: string; color: string }[])[];
  export default lines;
}
