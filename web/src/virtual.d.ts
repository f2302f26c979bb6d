declare module "virtual:lesson" {
  export const stages: readonly {
    id: string;
    title: string;
    meta?: import("./state/stages").StageMeta;
    load?: () => Promise<{ default: import("svelte").Component }>;
  }[];
}
