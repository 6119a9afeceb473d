import { Checkbox, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Right, rights } from "@souk/contract";
import { texts } from "../texts.ts";
import { type RightGroup, rightGroups } from "./right-groups.ts";

interface RightCheckboxesProps {
  selectedRights: readonly Right[];
  error: string | null;
  onChange: (selectedRights: Right[]) => void;
}

/** Show checkboxes, in groups, for the rights of a staff member with the role `custom`. */
export function RightCheckboxes({ selectedRights, error, onChange }: RightCheckboxesProps) {
  const words = texts.people.rights;
  return (
    <Checkbox.Group
      label={words.label}
      description={words.help}
      error={error}
      value={[...selectedRights]}
      onChange={(values) => onChange(values as Right[])}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
        {(Object.keys(rightGroups) as RightGroup[]).map((group) => (
          <RightGroupCheckboxes key={group} group={group} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md" role="status">
        {selectedRights.length === 0 ? words.none : words.selected({ count: selectedRights.length })}
      </Text>
    </Checkbox.Group>
  );
}

function RightGroupCheckboxes({ group }: { group: RightGroup }) {
  const name = texts.people.rights.groups[group];
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Text fw={600} size="sm" aria-hidden>
        {name}
      </Text>
      {rightGroups[group].map((right) => (
        <Checkbox key={right} value={right} label={rights[right]} description={right} />
      ))}
    </Stack>
  );
}

/** Show a list of the rights that a role always has. */
export function RightList({ rights: roleRights }: { rights: readonly Right[] }) {
  const { ofRole } = texts.people.rights;
  return (
    <Stack gap="xs" role="group" aria-label={ofRole}>
      <Text fw={600} size="sm" aria-hidden>
        {ofRole}
      </Text>
      <Text component="ul" size="sm" m={0} pl="lg">
        {roleRights.map((right) => (
          <li key={right}>{rights[right]}</li>
        ))}
      </Text>
    </Stack>
  );
}
