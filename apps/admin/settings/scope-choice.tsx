import { Checkbox, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Scope, scopes } from "@souk/contract";
import { texts } from "../texts.ts";
import { type ScopeGroup, scopeGroups } from "./scope-groups.ts";

interface ScopeChoiceProps {
  words: {
    scopes: string;
    scopesHelp: string;
    none: string;
    selected: (args: { count: number }) => string;
  };
  chosen: readonly Scope[];
  error: string | null;
  onChange: (chosen: Scope[]) => void;
}

/** Show the scopes that a custom app or a person can get, in the words of the consent page, in groups. */
export function ScopeChoice({ words, chosen, error, onChange }: ScopeChoiceProps) {
  return (
    <Checkbox.Group
      label={words.scopes}
      description={words.scopesHelp}
      error={error}
      value={[...chosen]}
      onChange={(values) => onChange(values as Scope[])}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
        {(Object.keys(scopeGroups) as ScopeGroup[]).map((group) => (
          <Group key={group} group={group} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md" role="status">
        {chosen.length === 0 ? words.none : words.selected({ count: chosen.length })}
      </Text>
    </Checkbox.Group>
  );
}

function Group({ group }: { group: ScopeGroup }) {
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
