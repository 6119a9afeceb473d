import { Group, Stack, Text, Title } from "@mantine/core";
import { Answered, ConfirmButton, Section, TwoLines, useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { appLinksKey } from "../../app-links/app-links.tsx";
import { texts } from "../../texts.ts";
import { useMayManage } from "../../use-may.ts";
import type { InstalledApp } from "../app-queries.ts";
import { type PlacedGroup, type PlacedKind, type PlacedThing, placedGroups } from "./customization-groups.ts";
import classes from "./customization-section.module.css";

const customizationKey = ["customizations.get"] as const;

/** Show what an app has added to the store; people who may manage apps can remove each item. */
export function CustomizationSection({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  const query = useQuery({
    queryKey: [...customizationKey, app.id],
    queryFn: ({ signal }) => admin.customizations.get({ params: { id: app.id }, signal }),
  });
  return (
    <Section title={texts.appsCustomization.title} lead={texts.appsCustomization.lead}>
      <Answered query={query}>
        {({ customization }) => <Groups app={app} groups={placedGroups(customization)} />}
      </Answered>
    </Section>
  );
}

function Groups({ app, groups }: { app: InstalledApp; groups: readonly PlacedGroup[] }) {
  if (groups.length === 0) return <Text c="dimmed">{texts.appsCustomization.nothing}</Text>;
  return (
    <Stack gap="lg">
      {groups.map(({ kind, things }) => (
        <Kind key={kind} app={app} kind={kind} things={things} />
      ))}
    </Stack>
  );
}

function Kind({ app, kind, things }: PlacedGroup & { app: InstalledApp }) {
  const heading = useId();
  return (
    <div>
      <Title order={3} size="h5" mb="xs" id={heading}>
        {texts.appsCustomization.kinds[kind]}
      </Title>
      <ul className={classes["things"]} aria-labelledby={heading}>
        {things.map((thing) => (
          <li key={thing.id}>
            <Thing app={app} kind={kind} thing={thing} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ThingProps {
  app: InstalledApp;
  kind: PlacedKind;
  thing: PlacedThing;
}

function Thing({ app, kind, thing }: ThingProps) {
  const admin = useAdminConsole();
  const mayManage = useMayManage();
  const { button, spoken, ask, text, done } = texts.appsCustomization.delete;
  const params = { id: app.id, kind, record_id: thing.id };
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div className={classes["words"]}>
        <TwoLines first={thing.name} second={thing.more} />
      </div>
      {mayManage && (
        <ConfirmButton
          danger
          button={{ size: "compact-md", flex: "none" }}
          label={button}
          spoken={spoken({ what: thing.name })}
          title={ask({ what: thing.name })}
          confirm={button}
          done={done}
          onConfirm={() => admin.customizations.delete({ params })}
          refresh={[customizationKey, appLinksKey]}
        >
          {text({ app: app.name })}
        </ConfirmButton>
      )}
    </Group>
  );
}
