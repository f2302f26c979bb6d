/** A Jupyter notebook (nbformat 4.5) of cells of text and of Python. */
export interface Cell {
  readonly id: string;
  readonly kind: "markdown" | "code";
  readonly text: string;
}

/** Lines with their ends, as the format wants them. */
const source = (text: string) => text.trimEnd().split(/(?<=\n)/u);

export function notebook(cells: readonly Cell[]): string {
  const written = cells.map(({ id, kind, text }) => ({
    cell_type: kind,
    id,
    metadata: {},
    source: source(text),
    ...(kind === "code" && { execution_count: null, outputs: [] }),
  }));
  const metadata = {
    kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
    language_info: { name: "python" },
  };
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
