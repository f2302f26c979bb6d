/** A worker of the scale laboratory: the laboratory itself, or one of its helpers. */
import { loadKernels, supportsRelaxed } from "@kernels";
import { Lab } from "./lab";
import type { Report, Role } from "./messages";
import { refusalOf } from "./refused";
import { help } from "./runners";

const report = (what: Report) => self.postMessage(what);

self.onmessage = ({ data }: MessageEvent<Role>) => {
  if (data.role === "helper") help(data.port, (build) => loadKernels({ build }));
  else
    new Lab({ loadKernels, supportsRelaxed }, data.settings, data.helpers, report)
      .run()
      .catch((error: unknown) => report({ kind: "failed", message: refusalOf(error).message }));
};
