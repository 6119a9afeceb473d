import { toast, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { isFramingPage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type BridgeActs, createBridgeHost } from "./bridge-host.ts";
import { tokenLifetime } from "./token-lifetime.ts";
import type { OpenedApp } from "./use-opening.ts";

/** The actions that the page with the frame does itself. */
export type FrameActs = Pick<BridgeActs, "greet" | "title" | "resize">;

const notes = { info: toast.note, success: toast.done, error: toast.failed } as const;

/** Answer the messages of a framed app for as long as the frame is shown. */
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
          // Fetched through the query client, which leads to the sign-in page when the session has ended.
          const { session_token: token } = await queries.fetchQuery({
            queryKey: ["installs.session_token", id],
            queryFn: () => admin.installs.session_token({ params: { id } }),
            staleTime: 0,
            gcTime: 0,
          });
          return { token, expires_in_s: tokenLifetime(token) };
        },
        toast: (text, style) => notes[style](texts.embedded.toast({ app: name, text })),
        go: (path) => {
          const { pathname } = new URL(path, window.location.href);
          if (isFramingPage(store.handle, pathname)) window.location.assign(path);
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
  }, [admin, queries, router, store.handle, store.host_url, frame, id, name, client_id, origin]);
}
