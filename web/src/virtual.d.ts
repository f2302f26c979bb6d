declare module "virtual:lesson" {
  export const stages: readonly {
    id: string;
    title: string;
    load?: () => Promise<import("./state/stages").StagePage>;
  }[];
}
