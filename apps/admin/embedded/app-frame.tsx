import { Button, Group, Loader, Text } from "@mantine/core";
import { EmptyState } from "@souk/ui";
import { IconHourglass } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import styles from "./app-frame.module.css";
import { NewTabButton } from "./new-tab-button.tsx";
import type { OpenedApp } from "./opened-app.ts";
import { strings } from "./strings.ts";
import { useBridge } from "./use-bridge.ts";

/** How long an app may take before its merchant is told, in milliseconds. */
const patienceMs = 8_000;

interface AppFrameProps {
  app: OpenedApp;
  /** The App URL, signed for this frame. */
  url: string;
  onReload: () => void;
  onTitle: (text: string) => void;
}

/** The frame that an app's page stands in, with its bridge (INS-15). A new address needs a new frame: give it a `key`. */
export function AppFrame({ app, url, onReload, onTitle }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<"loading" | "slow" | "there">("loading");
  const [height, setHeight] = useState<number>();
  const arrive = () => setState("there");
  useBridge(app, frame, { greet: arrive, title: onTitle, resize: setHeight });
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === "loading" ? "slow" : now)), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles["stage"]} style={height === undefined ? undefined : { height }}>
      <iframe
        ref={frame}
        className={styles["frame"]}
        title={strings.frame(app.name)}
        src={url}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        allow=""
        onLoad={arrive}
      />
      {state !== "there" && (
        <div className={styles["cover"]} role="status">
          {state === "slow" ? <Slow app={app} onReload={onReload} /> : <Loading name={app.name} />}
        </div>
      )}
    </div>
  );
}

function Loading({ name }: { name: string }) {
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{strings.opening(name)}</Text>
    </Group>
  );
}

function Slow({ app, onReload }: { app: OpenedApp; onReload: () => void }) {
  const ways = (
    <Group justify="center">
      <Button onClick={onReload}>{strings.reload}</Button>
      <NewTabButton app={app} />
    </Group>
  );
  return (
    <EmptyState icon={IconHourglass} title={strings.slow.title} action={ways}>
      {strings.slow.text(app.name)}
    </EmptyState>
  );
}
