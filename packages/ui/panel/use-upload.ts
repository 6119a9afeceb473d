import { type AdminConsole, createAdminConsole } from "@souk/client";
import { useCallback } from "react";
import { browserRandom, browserWait, createUploadSend } from "./browser-environment.ts";
import { usePanel } from "./panel-context.ts";
import { sendWithRetry } from "./send.ts";

/**
 * Return a function that creates an API client for one upload and reports its progress.
 * @example createClient((fraction) => setProgress(fraction)).images.create({ upload: file, … })
 */
export function useUpload(): (onProgress: (fraction: number) => void) => AdminConsole {
  const { session, store } = usePanel();
  const [csrfToken, handle] = [session.csrf_token, store?.handle ?? ""];
  return useCallback(
    (onProgress) =>
      createAdminConsole({
        store: handle,
        csrfToken,
        send: sendWithRetry(createUploadSend(onProgress), browserWait, browserRandom),
      }),
    [csrfToken, handle],
  );
}
