import { toast, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { isFramingPage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type BridgeHandlers, createBridgeHost } from "./bridge-host.ts";
import { readTokenLifetime } from "./token-lifetime.ts";
import type { OpenedApp } from "./use-signed-app-url.ts";

/** The bridge handlers that the page with the frame implements. */
export type FrameHandlers = Pick<BridgeHandlers, "onHello" | "setTitle" | "setFrameHeight">;

const toastFunctions = { info: toast.note, success: toast.done, error: toast.failed } as const;

/** Handle the bridge requests of a framed app while the frame is shown. */
export function useBridge(
  app: OpenedApp,
  frame: RefObject<HTMLIFrameElement | null>,
  frameHandlers: FrameHandlers,
): void {
  const admin = useAdminConsole();
  const store = useStore();
  const router = useRouter();
  const queryClient = useQueryClient();
  const currentHandlers = useRef(frameHandlers);
  useEffect(() => {
    currentHandlers.current = frameHandlers;
  });
  const { id, name, client_id, app_origin: origin } = app;
  useEffect(() => {
    const host = createBridgeHost(
      { client_id, origin, host_url: store.host_url },
      {
        onHello: () => currentHandlers.current.onHello(),
        setTitle: (text) => currentHandlers.current.setTitle(text),
        setFrameHeight: (height) => currentHandlers.current.setFrameHeight(height),
        fetchSessionToken: async () => {
          // The query client opens the sign-in page if the session has ended.
          const { session_token: token } = await queryClient.fetchQuery({
            queryKey: ["installs.session_token", id],
            queryFn: () => admin.installs.session_token({ params: { id } }),
            staleTime: 0,
            gcTime: 0,
          });
          return { token, expires_in_s: readTokenLifetime(token) };
        },
        showToast: (text, style) => toastFunctions[style](texts.embedded.toast({ app: name, text })),
        navigate: (path) => {
          // A page with a frame needs a new document, whose content security policy allows that frame.
          const { pathname } = new URL(path, window.location.href);
          if (isFramingPage(store.handle, pathname)) window.location.assign(path);
          else void router.navigate({ href: path });
        },
        openConsentPage: (url) => window.location.assign(url),
      },
      () => performance.now(),
    );
    const handleMessage = (message: MessageEvent) =>
      void host.receive(message, frame.current?.contentWindow ?? null);
    window.addEventListener("message", handleMessage);
    return () => window.removeEventListener("message", handleMessage);
  }, [admin, queryClient, router, store.handle, store.host_url, frame, id, name, client_id, origin]);
}
