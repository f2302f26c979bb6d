declare module "virtual:lesson" {
  export const stages: readonly {
    id: string;
    title: string;
    load?: () => Promise<import("./state/stages").StagePage>;
  }[];
}

/** A program, coloured at build time (`web/vite/programs.ts`): its lines, each of tokens. */
declare module "*?coloured" {
  const lines: readonly (readonly { text: string; color: string }[])[];
  export default lines;
}
