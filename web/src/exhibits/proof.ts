/** How the steps of a proof find out whether they are to be seen. */
import { createContext } from "svelte";

interface Proof {
  /** Called by each step, in their order; answers the step's place, from 0. */
  readonly join: () => number;
  /** How many are shown. */
  readonly shown: number;
}

export const [getProof, setProof] = createContext<Proof>();
