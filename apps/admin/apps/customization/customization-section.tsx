import { Group, Stack, Text, Title } from "@mantine/core";
import { ConfirmButton, QueryBoundary, Section, TwoLines, useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { appLinksKey } from "../../app-links/app-links.tsx";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import type { InstalledApp } from "../app-queries.ts";
import {
  type CustomizationGroup,
  type CustomizationItem,
  type CustomizationKind,
  listCustomizationGroups,
} from "./customization-groups.ts";
import classes from "./customization-section.module.css";

const customizationKey = ["customizations.get"] as const;

/** Show what an app added to the store; the owner and managers can delete each item. */
export function CustomizationSection({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  const query = useQuery({
    queryKey: [...customizationKey, app.id],
    queryFn: ({ signal }) => admin.customizations.get({ params: { id: app.id }, signal }),
  });
  return (
    <Section title={texts.appsCustomization.title} lead={texts.appsCustomization.lead}>
      <QueryBoundary query={query}>
        {({ customization }) => <Groups app={app} groups={listCustomizationGroups(customization)} />}
      </QueryBoundary>
    </Section>
  );
}

function Groups({ app, groups }: { app: InstalledApp; groups: readonly CustomizationGroup[] }) {
  if (groups.length === 0) return <Text c="dimmed">{texts.appsCustomization.nothing}</Text>;
  return (
    <Stack gap="lg">
      {groups.map(({ kind, items }) => (
        <CustomizationList key={kind} app={app} kind={kind} items={items} />
      ))}
    </Stack>
  );
}

function CustomizationList({ app, kind, items }: CustomizationGroup & { app: InstalledApp }) {
  const heading = useId();
  return (
    <div>
      <Title order={3} size="h5" mb="xs" id={heading}>
        {texts.appsCustomization.kinds[kind]}
      </Title>
      <ul className={classes["items"]} aria-labelledby={heading}>
        {items.map((item) => (
          <li key={item.id}>
            <CustomizationLine app={app} kind={kind} item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CustomizationLineProps {
  app: InstalledApp;
  kind: CustomizationKind;
  item: CustomizationItem;
}

function CustomizationLine({ app, kind, item }: CustomizationLineProps) {
  const admin = useAdminConsole();
  const canManageApps = usePermissions()("apps.manage");
  const { button, accessibleName, ask, text, done } = texts.appsCustomization.delete;
  const params = { id: app.id, kind, record_id: item.id };
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div className={classes["texts"]}>
        <TwoLines first={item.name} second={item.details} />
      </div>
      {canManageApps && (
        <ConfirmButton
          danger
          button={{ size: "compact-md", flex: "none" }}
          label={button}
          accessibleName={accessibleName({ item: item.name })}
          title={ask({ item: item.name })}
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
