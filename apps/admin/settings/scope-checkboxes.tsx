import { Checkbox, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Scope, scopes } from "@souk/contract";
import { texts } from "../texts.ts";
import { type ScopeGroup, scopeGroups } from "./scope-groups.ts";

interface ScopeCheckboxesProps {
  words: {
    scopes: string;
    scopesHelp: string;
    none: string;
    selected: (args: { count: number }) => string;
  };
  selected: readonly Scope[];
  error: string | null;
  onChange: (selected: Scope[]) => void;
}

/** Show checkboxes for the scopes of a custom app, in groups, with the descriptions of the consent page. */
export function ScopeCheckboxes({ words, selected, error, onChange }: ScopeCheckboxesProps) {
  return (
    <Checkbox.Group
      label={words.scopes}
      description={words.scopesHelp}
      error={error}
      value={[...selected]}
      onChange={(values) => onChange(values as Scope[])}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
        {(Object.keys(scopeGroups) as ScopeGroup[]).map((group) => (
          <ScopeGroupCheckboxes key={group} group={group} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md" role="status">
        {selected.length === 0 ? words.none : words.selected({ count: selected.length })}
      </Text>
    </Checkbox.Group>
  );
}

function ScopeGroupCheckboxes({ group }: { group: ScopeGroup }) {
  return (
    <Stack gap="xs" role="group" aria-label={texts.settings.groups[group]}>
      <Text fw={600} size="sm" aria-hidden>
        {texts.settings.groups[group]}
      </Text>
      {scopeGroups[group].map((scope) => (
        <Checkbox key={scope} value={scope} label={scopes[scope]} description={scope} />
      ))}
    </Stack>
  );
}
