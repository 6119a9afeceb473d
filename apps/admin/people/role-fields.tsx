import { Radio, Stack } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ScopeCheckboxes } from "../settings/scope-checkboxes.tsx";
import { texts } from "../texts.ts";

/** A role that can be given to a staff member. `scopes` are the areas of the staff role; a manager has all areas. */
export interface SelectedRole {
  role: "manager" | "staff";
  scopes: readonly Scope[];
}

interface RoleFieldsProps {
  selectedRole: SelectedRole;
  /** Whether the manager role can be selected, which only the owner may give. */
  canSelectManager: boolean;
  scopesError: string | null;
  onChange: (selectedRole: SelectedRole) => void;
}

/** Show the selection of a role and, for the staff role, of its areas. */
export function RoleFields({ selectedRole, canSelectManager, scopesError, onChange }: RoleFieldsProps) {
  const roles = canSelectManager ? (["manager", "staff"] as const) : (["staff"] as const);
  return (
    <Stack>
      <Radio.Group
        label={texts.people.role}
        value={selectedRole.role}
        onChange={(role) => onChange({ ...selectedRole, role: role === "manager" ? "manager" : "staff" })}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={texts.people.roles[role]}
              description={texts.people.roleHelp[role]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {selectedRole.role === "staff" && (
        <ScopeCheckboxes
          words={texts.people.scopes}
          selected={selectedRole.scopes}
          error={scopesError}
          onChange={(scopes) => onChange({ ...selectedRole, scopes })}
        />
      )}
    </Stack>
  );
}

/** Build the role fields of a request body. */
export function buildRoleBody({ role, scopes }: SelectedRole): {
  role: SelectedRole["role"];
  scopes: Scope[];
} {
  return { role, scopes: role === "staff" ? [...scopes] : [] };
}
