import { toast, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { type BridgeActs, createBridgeHost } from "./bridge-host.ts";
import type { OpenedApp } from "./opened-app.ts";
import { strings } from "./strings.ts";
import { tokenLifetime } from "./token-lifetime.ts";

/** What the page that shows the frame does itself. */
export type FrameActs = Pick<BridgeActs, "greet" | "title" | "resize">;

const notes = { info: toast.note, success: toast.done, error: toast.failed } as const;

/** Pages that frame an app have a policy of their own, and so a document. */
const ownDocument = /\/apps\/installed\/[^/]+$/;

/** Answers the app in a frame for as long as the frame is shown. */
export function useBridge(
  app: OpenedApp,
  frame: RefObject<HTMLIFrameElement | null>,
  frameActs: FrameActs,
): void {
  const admin = useAdminConsole();
  const store = useStore();
  const router = useRouter();
  const queries = useQueryClient();
  const latest = useRef(frameActs);
  useEffect(() => {
    latest.current = frameActs;
  });
  const { id, name, client_id, app_origin: origin } = app;
  useEffect(() => {
    const host = createBridgeHost(
      { client_id, origin, host_url: store.host_url },
      {
        greet: () => latest.current.greet(),
        title: (text) => latest.current.title(text),
        resize: (height) => latest.current.resize(height),
        sessionToken: async () => {
          // Through the panel's store of answers: where the session has ended, it leads to the sign-in page.
          const { session_token: token } = await queries.fetchQuery({
            queryKey: ["installs.session_token", id],
            queryFn: () => admin.installs.session_token({ params: { id } }),
            staleTime: 0,
            gcTime: 0,
          });
          return { token, expires_in_s: tokenLifetime(token) };
        },
        toast: (text, style) => notes[style](strings.toast(name, text)),
        go: (path) => {
          const { pathname } = new URL(path, window.location.href);
          if (ownDocument.test(pathname)) window.location.assign(path);
          else void router.navigate({ href: path });
        },
        authorize: (address) => window.location.assign(address),
      },
      () => performance.now(),
    );
    const listen = (message: MessageEvent) =>
      void host.receive(message, frame.current?.contentWindow ?? null);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [admin, queries, router, store.host_url, frame, id, name, client_id, origin]);
}
