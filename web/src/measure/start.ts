/** Starts the laboratory in workers of its own, so that the page stays free; and stops it. */
import Worker from "./worker?worker";
import type { Report, Role, Settings } from "./messages";
import { threadsHere } from "./threads";
import { watch } from "./watch";

/** Answers how to stop at once. */
export function start(settings: Settings, listen: (report: Report) => void): () => void {
  const helping = settings.contenders.includes("threads") ? threadsHere() - 1 : 0;
  const workers: globalThis.Worker[] = [];
  const fail = (message: string) => {
    stop();
    listen({ kind: "failed", message });
  };
  // A worker can end without a word, and a helper's end leaves the laboratory waiting.
  const watching = watch(() => fail("nothing has been heard of the workers for a minute"));
  const stop = () => {
    watching.end();
    workers.forEach((worker) => worker.terminate());
  };
  const begin = (role: Role, transfer: Transferable[]) => {
    const worker = new Worker();
    workers.push(worker);
    worker.onerror = (event) => fail(event.message || "a worker could not be started");
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      watching.heard();
      listen(data);
      if (data.kind === "done" || data.kind === "failed") stop();
    };
    worker.postMessage(role, transfer);
  };
  const helpers = Array.from({ length: helping }, () => {
    const { port1, port2 } = new MessageChannel();
    begin({ role: "helper", port: port1 }, [port1]);
    return port2;
  });
  begin({ role: "lab", settings, helpers }, helpers);
  return stop;
}
