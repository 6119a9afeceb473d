import { type AdminConsole, createAdminConsole } from "@souk/client";
import { useCallback } from "react";
import { browserUpload, browserWait } from "./browser-environment.ts";
import { usePanel } from "./panel-context.ts";
import { sendWithRetry } from "./send.ts";

/**
 * Return a function that creates an API client for one upload with progress: `createClient((fraction) => …).images.create({ upload: file, … })`.
 */
export function useUpload(): (onProgress: (fraction: number) => void) => AdminConsole {
  const { session, store } = usePanel();
  const [csrfToken, handle] = [session.csrf_token, store?.handle ?? ""];
  return useCallback(
    (onProgress) =>
      createAdminConsole({
        store: handle,
        csrfToken,
        send: sendWithRetry(browserUpload(onProgress), browserWait),
      }),
    [csrfToken, handle],
  );
}
