import { Button, Text } from "@mantine/core";
import { ConfirmDialog, Section, useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type InstalledApp, installedKey } from "./app-queries.ts";
import { detailsStrings } from "./details-strings.ts";

/** Disables an enabled app and enables a disabled one (INS-18). */
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
  const queries = useQueryClient();
  const [isAsked, ask] = useState(false);
  const { title, text, button, ask: question, confirm, done } = detailsStrings.disable;
  return (
    <Section
      title={title}
      actions={
        <Button ref={ref} variant="default" onClick={() => ask(true)}>
          {button}
        </Button>
      }
    >
      <Text c="dimmed">{text}</Text>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => ask(false)}
        title={question(app.name)}
        confirm={button}
        done={done(app.name)}
        onConfirm={() => admin.installs.disable({ params: { id: app.id } })}
        onDone={() => void queries.invalidateQueries({ queryKey: installedKey })}
      >
        {confirm(app.name)}
      </ConfirmDialog>
    </Section>
  );
}

function Enable({ app, ref }: SwitchProps) {
  const admin = useAdminConsole();
  const { title, text, button, done } = detailsStrings.enable;
  const enable = useAction({
    run: () => admin.installs.enable({ params: { id: app.id } }),
    done: done(app.name),
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
