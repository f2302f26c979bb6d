import type { LookUp } from "./lesson.svelte";
export const lookUp: LookUp = async () => {
  throw new Error("not yet");
};
