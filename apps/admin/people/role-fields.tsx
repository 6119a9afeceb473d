import { Radio, Stack } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ScopeCheckboxes } from "../settings/scope-checkboxes.tsx";
import { texts } from "../texts.ts";
import { AppCheckboxes } from "./app-checkboxes.tsx";

/**
 * A role that can be given to a staff member. `scopes` are the areas of the staff role, and `installation_ids` its apps; a manager
 * has all areas and apps.
 */
export interface SelectedRole {
  role: "manager" | "staff";
  scopes: readonly Scope[];
  installation_ids: readonly number[];
}

interface RoleFieldsProps {
  selectedRole: SelectedRole;
  /** Whether the manager role can be selected, which only the owner may give. */
  canSelectManager: boolean;
  scopesError: string | null;
  onChange: (selectedRole: SelectedRole) => void;
}

/** Show the selection of a role and, for the staff role, of its areas and apps. */
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
        <>
          <ScopeCheckboxes
            words={texts.people.scopes}
            selected={selectedRole.scopes}
            error={scopesError}
            onChange={(scopes) => onChange({ ...selectedRole, scopes })}
          />
          <AppCheckboxes
            scopes={selectedRole.scopes}
            selected={selectedRole.installation_ids}
            onChange={(installation_ids) => onChange({ ...selectedRole, installation_ids })}
          />
        </>
      )}
    </Stack>
  );
}

/** Build the role fields of a request body. */
export function buildRoleBody({ role, scopes, installation_ids }: SelectedRole): {
  role: SelectedRole["role"];
  scopes: Scope[];
  installation_ids: number[];
} {
  return role === "staff"
    ? { role, scopes: [...scopes], installation_ids: [...installation_ids] }
    : { role, scopes: [], installation_ids: [] };
}
