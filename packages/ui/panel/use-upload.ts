import { type AdminConsole, createAdminConsole } from "@souk/client";
import { useCallback } from "react";
import { browserUpload, browserWait } from "./browser-world.ts";
import { usePanel } from "./panel-context.ts";
import { patientSend } from "./send.ts";

/** The admin's calls, for one upload whose progress is shown: `uploading((part) => …).images.create({ upload: file, … })`. */
export function useUpload(): (onProgress: (part: number) => void) => AdminConsole {
  const { session, store } = usePanel();
  const [csrfToken, handle] = [session.csrf_token, store?.handle ?? ""];
  return useCallback(
    (onProgress) =>
      createAdminConsole({
        store: handle,
        csrfToken,
        send: patientSend(browserUpload(onProgress), browserWait),
      }),
    [csrfToken, handle],
  );
}
