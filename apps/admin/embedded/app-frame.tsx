import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { texts } from "../texts.ts";
import { FramedPage } from "./framed-page.tsx";
import { NewTabButton } from "./new-tab-button.tsx";
import { useBridge } from "./use-bridge.ts";
import { useFrameLoad } from "./use-frame-load.ts";
import type { OpenedApp } from "./use-signed-app-url.ts";

interface AppFrameProps {
  app: OpenedApp;
  /** The App URL, signed for this frame. */
  url: string;
  onReload: () => void;
  /** Called with the title that the app's page sets. */
  onTitle: (text: string) => void;
}

/** Show an app's page in a frame that is connected to the bridge (INS-15). For a new URL, use a new `key`. */
export function AppFrame({ app, url, onReload, onTitle }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { loadState, markLoaded } = useFrameLoad();
  const [height, setHeight] = useState<number>();
  useBridge(app, frame, { onHello: markLoaded, setTitle: onTitle, setFrameHeight: setHeight });
  const { slow, opening } = texts.embedded;
  return (
    <FramedPage
      url={url}
      title={texts.embedded.frame({ app: app.name })}
      height={height}
      frame={frame}
      loadState={loadState}
      onLoad={markLoaded}
      loadingText={opening({ app: app.name })}
      words={{ title: slow.title, text: slow.text({ app: app.name }) }}
      actions={
        <>
          <Button onClick={onReload}>{texts.embedded.reload}</Button>
          <NewTabButton app={app} />
        </>
      }
    />
  );
}
