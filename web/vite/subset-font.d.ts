/** The part of subset-font that the build uses; the package brings no types of its own. */
declare module "subset-font" {
  interface Options {
    targetFormat?: "sfnt" | "woff" | "woff2";
    /** By axis: the value it is fixed at, or the range that stays variable. */
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    /** The layout features that are kept, by their tags; all, if left out. */
    keepFeatures?: string[];
    noHinting?: boolean;
  }
  /** The font cut down to the characters of `text`. */
  export default function subset(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
