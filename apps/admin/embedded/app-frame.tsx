import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { texts } from "../texts.ts";
import { FramedPage } from "./framed-page.tsx";
import { NewTabButton } from "./new-tab-button.tsx";
import { useArrival } from "./use-arrival.ts";
import { useBridge } from "./use-bridge.ts";
import type { OpenedApp } from "./use-opening.ts";

interface AppFrameProps {
  app: OpenedApp;
  /** The App URL, signed for this frame. */
  url: string;
  onReload: () => void;
  onTitle: (text: string) => void;
}

/** Show an app's page in a frame with its bridge (INS-15). A new address needs a new frame: give it a `key`. */
export function AppFrame({ app, url, onReload, onTitle }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { arrival, arrive } = useArrival();
  const [height, setHeight] = useState<number>();
  useBridge(app, frame, { greet: arrive, title: onTitle, resize: setHeight });
  const { slow, opening } = texts.embedded;
  return (
    <FramedPage
      url={url}
      title={texts.embedded.frame({ app: app.name })}
      height={height}
      frame={frame}
      arrival={arrival}
      onArrive={arrive}
      opening={opening({ app: app.name })}
      words={{ title: slow.title, text: slow.text({ app: app.name }) }}
      ways={
        <>
          <Button onClick={onReload}>{texts.embedded.reload}</Button>
          <NewTabButton app={app} />
        </>
      }
    />
  );
}
