import { Radio, Stack } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ScopeChoice } from "../settings/scope-choice.tsx";
import { strings } from "./strings.ts";

/** What somebody is given: everything but managers, or chosen areas. */
export interface GivenRole {
  role: "manager" | "staff";
  scopes: readonly Scope[];
}

interface RoleFieldsProps {
  given: GivenRole;
  /** Only the owner decides about managers. */
  mayMakeManagers: boolean;
  scopesError: string | null;
  onChange: (given: GivenRole) => void;
}

/** Chooses a role, and for staff the areas. */
export function RoleFields({ given, mayMakeManagers, scopesError, onChange }: RoleFieldsProps) {
  const roles = mayMakeManagers ? (["manager", "staff"] as const) : (["staff"] as const);
  return (
    <Stack>
      <Radio.Group
        label={strings.role}
        value={given.role}
        onChange={(role) => onChange({ ...given, role: role === "manager" ? "manager" : "staff" })}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={strings.roles[role]} description={strings.roleHelp[role]} />
          ))}
        </Stack>
      </Radio.Group>
      {given.role === "staff" && (
        <ScopeChoice
          words={strings.scopes}
          chosen={given.scopes}
          error={scopesError}
          onChange={(scopes) => onChange({ ...given, scopes })}
        />
      )}
    </Stack>
  );
}

/** The body of a role as the API takes it. */
export function bodyOfRole({ role, scopes }: GivenRole): { role: GivenRole["role"]; scopes: Scope[] } {
  return { role, scopes: role === "staff" ? [...scopes] : [] };
}
