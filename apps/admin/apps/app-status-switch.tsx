import { Button, Text } from "@mantine/core";
import { ConfirmButton, Section, useAction, useAdminConsole } from "@souk/ui";
import { type RefObject, useEffect, useRef } from "react";
import { texts } from "../texts.ts";
import { type InstalledApp, installedAppsKey } from "./app-queries.ts";

/** Show the section that disables an enabled app or enables a disabled one (INS-18). */
export function AppStatusSwitch({ app }: { app: InstalledApp }) {
  const previousStatus = useRef(app.status);
  const button = useRef<HTMLButtonElement>(null);
  // After the status changes, another section replaces the section with the clicked button. The new section's button must
  // then receive the focus.
  useEffect(() => {
    if (previousStatus.current !== app.status) button.current?.focus();
    previousStatus.current = app.status;
  }, [app.status]);
  const Switch = app.status === "enabled" ? DisableSection : EnableSection;
  return <Switch app={app} ref={button} />;
}

interface SwitchProps {
  app: InstalledApp;
  ref: RefObject<HTMLButtonElement | null>;
}

function DisableSection({ app, ref }: SwitchProps) {
  const admin = useAdminConsole();
  const { title, text, button, ask, consequences, done } = texts.appsDetails.disable;
  const disableButton = (
    <ConfirmButton
      ref={ref}
      label={button}
      title={ask({ app: app.name })}
      confirm={button}
      done={done({ app: app.name })}
      onConfirm={() => admin.installs.disable({ params: { id: app.id } })}
      refresh={[installedAppsKey]}
    >
      {consequences({ app: app.name })}
    </ConfirmButton>
  );
  return (
    <Section title={title} actions={disableButton}>
      <Text c="dimmed">{text}</Text>
    </Section>
  );
}

function EnableSection({ app, ref }: SwitchProps) {
  const admin = useAdminConsole();
  const { title, text, button, done } = texts.appsDetails.enable;
  const enable = useAction({
    run: () => admin.installs.enable({ params: { id: app.id } }),
    done: done({ app: app.name }),
    refresh: [installedAppsKey],
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
