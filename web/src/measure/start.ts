/** Starts the laboratory in workers of its own, so that the page stays free; and stops it. */
import Worker from "./worker?worker";
import type { Report, Role, Settings } from "./messages";
import { threadsHere } from "./threads";

/** Answers how to stop at once. */
export function start(settings: Settings, listen: (report: Report) => void): () => void {
  const helping = settings.contenders.includes("threads") ? threadsHere() - 1 : 0;
  const workers: globalThis.Worker[] = [];
  const stop = () => workers.forEach((worker) => worker.terminate());
  const begin = (role: Role, transfer: Transferable[]) => {
    const worker = new Worker();
    workers.push(worker);
    worker.onerror = (event) => {
      stop();
      listen({ kind: "failed", message: event.message || "a worker could not be started" });
    };
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
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
