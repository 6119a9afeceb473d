import { Radio, Stack } from "@mantine/core";
import { assignableRoles, getRoleRights, listCoveredScopes, type Right, type Role } from "@souk/contract";
import { texts } from "../texts.ts";
import { AppCheckboxes } from "./app-checkboxes.tsx";
import { RightCheckboxes, RightList } from "./right-checkboxes.tsx";

type AssignableRole = Exclude<Role, "owner">;

/**
 * A role that can be given to a staff member. `rights` are used only for the role `custom`. `installation_ids` are the selected
 * apps. They are not used for a manager, who can open all apps.
 */
export interface SelectedRole {
  role: AssignableRole;
  rights: readonly Right[];
  installation_ids: readonly number[];
}

interface RoleFieldsProps {
  selectedRole: SelectedRole;
  /** Whether the manager role can be selected. Only the owner may give this role. */
  canSelectManager: boolean;
  rightsError: string | null;
  onChange: (selectedRole: SelectedRole) => void;
}

/** Show the fields that select a role, the rights if the role is `custom`, and the apps if the role is not `manager`. */
export function RoleFields({ selectedRole, canSelectManager, rightsError, onChange }: RoleFieldsProps) {
  const { role, rights, installation_ids } = selectedRole;
  const roles = assignableRoles.filter((name) => name !== "manager" || canSelectManager);
  return (
    <Stack>
      <Radio.Group
        label={texts.people.role}
        value={role}
        onChange={(value) => onChange({ ...selectedRole, role: value as AssignableRole })}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((name) => (
            <Radio
              key={name}
              value={name}
              label={texts.people.roles[name]}
              description={texts.people.roleHelp[name]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role === "custom" && (
        <RightCheckboxes
          selectedRights={rights}
          error={rightsError}
          onChange={(selectedRights) => onChange({ ...selectedRole, rights: selectedRights })}
        />
      )}
      {role !== "custom" && role !== "manager" && <RightList rights={getRoleRights(role, [])} />}
      {role !== "manager" && (
        <AppCheckboxes
          scopes={listCoveredScopes(getRoleRights(role, rights))}
          selectedIds={installation_ids}
          onChange={(selectedIds) => onChange({ ...selectedRole, installation_ids: selectedIds })}
        />
      )}
    </Stack>
  );
}

/** Build the role fields of a request body. */
export function buildRoleBody({ role, rights, installation_ids }: SelectedRole): {
  role: AssignableRole;
  rights: Right[];
  installation_ids: number[];
} {
  return {
    role,
    rights: role === "custom" ? [...rights] : [],
    installation_ids: role === "manager" ? [] : [...installation_ids],
  };
}
