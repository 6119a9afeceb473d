import { Checkbox, SimpleGrid, Text } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { QueryBoundary } from "@souk/ui";
import { type InstalledApp, useFirstInstalledApps } from "../apps/app-queries.ts";
import { texts } from "../texts.ts";

interface AppCheckboxesProps {
  /** The scopes that the selected rights cover. */
  scopes: readonly Scope[];
  /** The ids of the selected installed apps. */
  selectedIds: readonly number[];
  onChange: (selectedIds: number[]) => void;
}

/**
 * Show a checkbox for each installed app with a page. A staff member may open a selected app even if the member's rights do
 * not cover the app's scopes.
 */
export function AppCheckboxes({ scopes, selectedIds, onChange }: AppCheckboxesProps) {
  const query = useFirstInstalledApps();
  const words = texts.people.apps;
  return (
    <Checkbox.Group
      label={words.label}
      description={words.help}
      value={selectedIds.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    >
      <QueryBoundary query={query}>
        {({ apps }) => <AppList apps={apps.filter(({ has_page }) => has_page)} scopes={scopes} />}
      </QueryBoundary>
    </Checkbox.Group>
  );
}

function AppList({ apps, scopes }: { apps: InstalledApp[]; scopes: readonly Scope[] }) {
  if (apps.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {texts.people.apps.noPages}
      </Text>
    );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
      {apps.map((app) => (
        <Checkbox
          key={app.id}
          value={String(app.id)}
          label={app.name}
          description={describeScopes(app, scopes)}
        />
      ))}
    </SimpleGrid>
  );
}

/** Say whether the covered scopes include all scopes of an app, or how many more the app has. */
function describeScopes(app: InstalledApp, coveredScopes: readonly string[]): string {
  const { covered, more } = texts.people.apps;
  const count = app.scopes.filter(({ scope }) => !coveredScopes.includes(scope)).length;
  return count === 0 ? covered : more({ count });
}
