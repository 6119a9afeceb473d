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
  selectedScopes: readonly Scope[];
  error: string | null;
  onChange: (selectedScopes: Scope[]) => void;
}

/** Show checkboxes for the scopes of a custom app, in groups, with the same descriptions as on the consent page. */
export function ScopeCheckboxes({ words, selectedScopes, error, onChange }: ScopeCheckboxesProps) {
  return (
    <Checkbox.Group
      label={words.scopes}
      description={words.scopesHelp}
      error={error}
      value={[...selectedScopes]}
      onChange={(values) => onChange(values as Scope[])}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
        {(Object.keys(scopeGroups) as ScopeGroup[]).map((group) => (
          <ScopeGroupCheckboxes key={group} group={group} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md" role="status">
        {selectedScopes.length === 0 ? words.none : words.selected({ count: selectedScopes.length })}
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
