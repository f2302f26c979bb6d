/** npm start: from a fresh clone to the open page. PORT names another port than 4173. */
import { buildSite } from "./lib/build.mjs";
import { inRoot, main, Stop } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";

/** The port that the environment asks for; 0 is any that is free. */
function portIn({ PORT = "4173" }) {
  if (/^\d+$/.test(PORT) && Number(PORT) < 2 ** 16) return Number(PORT);
  throw new Stop(`PORT is "${PORT}", and a port is a whole number from 0 to 65535.`);
}

/** True where a browser window would be seen by somebody. */
function hasDesktop() {
  if (process.env.CI || process.env.SSH_CONNECTION) return false;
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Serves dist on the port, or on the next that is free, until it is told to stop. */
async function serve(port) {
  const { preview } = await import("vite"); // not there before the set-up
  const server = await preview({
    configFile: inRoot("web/vite.config.ts"),
    preview: { port, open: hasDesktop() },
  });
  const [address] = [...server.resolvedUrls.local, ...server.resolvedUrls.network];
  console.log(`\nThe lesson is open at ${address}\nCtrl-C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      server.httpServer.closeAllConnections?.();
      server.close().finally(() => process.exit(0));
    });
  }
}

await main(async () => {
  const port = portIn(process.env);
  await setUp(["page"]);
  await buildSite();
  await serve(port);
});
