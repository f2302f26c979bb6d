/** The matrices that a figure shows, and that its reader may take away. */
import type { Matrix, WideMatrix } from "@engine";
import { getContext, onMount, setContext, untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";

/** A matrix with all that a file needs to say of it. */
export interface NamedMatrix {
  /** The quantity, as numbers are named: "alpha". */
  readonly name: string;
  /** What it is, in words. */
  readonly title: string;
  readonly values: Matrix | WideMatrix;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** What a row and a column stand for: "query", "key". */
  readonly rowTitle: string;
  readonly columnTitle: string;
}

type Offer = () => NamedMatrix | undefined;

const KEY = Symbol("offers");

/**
 * Makes a place for the offers of the figures inside, and answers with what they are, in the order in which they stand.
 * Who asks is told of figures that come and go; but of what they show he sees the moment, for a figure that has gone
 * can tell nobody.
 */
export function collectOffers(): () => NamedMatrix[] {
  const offers = setContext(KEY, new SvelteSet<Offer>());
  return () => [...offers].flatMap((read) => untrack(read) ?? []);
}

/** Offers the matrix that `read` gives, as long as the component is there. */
export function offerMatrix(read: Offer) {
  const offers = getContext<Set<Offer> | undefined>(KEY);
  onMount(() => {
    offers?.add(read);
    return () => offers?.delete(read);
  });
}
