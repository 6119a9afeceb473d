import { Radio, Stack } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ScopeChoice } from "../settings/scope-choice.tsx";
import { texts } from "../texts.ts";

/** The role to give: everything except managers, or selected areas. */
export interface GivenRole {
  role: "manager" | "staff";
  scopes: readonly Scope[];
}

interface RoleFieldsProps {
  given: GivenRole;
  /** Whether the person may make managers; only the owner may. */
  mayMakeManagers: boolean;
  scopesError: string | null;
  onChange: (given: GivenRole) => void;
}

/** Show the fields for a role, and for staff the areas. */
export function RoleFields({ given, mayMakeManagers, scopesError, onChange }: RoleFieldsProps) {
  const roles = mayMakeManagers ? (["manager", "staff"] as const) : (["staff"] as const);
  return (
    <Stack>
      <Radio.Group
        label={texts.people.role}
        value={given.role}
        onChange={(role) => onChange({ ...given, role: role === "manager" ? "manager" : "staff" })}
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
      {given.role === "staff" && (
        <ScopeChoice
          words={texts.people.scopes}
          chosen={given.scopes}
          error={scopesError}
          onChange={(scopes) => onChange({ ...given, scopes })}
        />
      )}
    </Stack>
  );
}

/** Return a role as the body of the API request. */
export function bodyOfRole({ role, scopes }: GivenRole): { role: GivenRole["role"]; scopes: Scope[] } {
  return { role, scopes: role === "staff" ? [...scopes] : [] };
}
