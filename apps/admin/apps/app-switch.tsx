import { Button, Text } from "@mantine/core";
import { ConfirmButton, Section, useAction, useAdminConsole } from "@souk/ui";
import { type RefObject, useEffect, useRef } from "react";
import { texts } from "../texts.ts";
import { type InstalledApp, installedKey } from "./app-queries.ts";

/** Disable an enabled app or enable a disabled one (INS-18). */
export function AppSwitch({ app }: { app: InstalledApp }) {
  const before = useRef(app.status);
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the one in its place takes the focus over.
  useEffect(() => {
    if (before.current !== app.status) button.current?.focus();
    before.current = app.status;
  }, [app.status]);
  const Switch = app.status === "enabled" ? Disable : Enable;
  return <Switch app={app} ref={button} />;
}

interface SwitchProps {
  app: InstalledApp;
  ref: RefObject<HTMLButtonElement | null>;
}

function Disable({ app, ref }: SwitchProps) {
  const admin = useAdminConsole();
  const { title, text, button, ask, confirm, done } = texts.appsDetails.disable;
  const disable = (
    <ConfirmButton
      ref={ref}
      label={button}
      title={ask({ app: app.name })}
      confirm={button}
      done={done({ app: app.name })}
      onConfirm={() => admin.installs.disable({ params: { id: app.id } })}
      refresh={[installedKey]}
    >
      {confirm({ app: app.name })}
    </ConfirmButton>
  );
  return (
    <Section title={title} actions={disable}>
      <Text c="dimmed">{text}</Text>
    </Section>
  );
}

function Enable({ app, ref }: SwitchProps) {
  const admin = useAdminConsole();
  const { title, text, button, done } = texts.appsDetails.enable;
  const enable = useAction({
    run: () => admin.installs.enable({ params: { id: app.id } }),
    done: done({ app: app.name }),
    refresh: [installedKey],
  });
  return (
    <Section
      title={title}
      actions={
        <Button ref={ref} onClick={() => enable.start()} loading={enable.isRunning}>
          {button}
        </Button>
      }
    >
      <Text c="dimmed">{text}</Text>
    </Section>
  );
}
