// Five rules that need types, and those of ours about syntax that ESLint has: format, import order and plain lint are biome's.
import tseslint from "typescript-eslint";

/** The environment, the clock, randomness and the network are parameters: the places that hand out the real ones. */
const handsOut = {
  environment: [
    "packages/platform/runtime/config/**",
    "apps/cli/config.ts",
    "apps/cli/template/config.ts",
    "examples/*/config.ts",
  ],
  clock: [
    "packages/platform/runtime/clock.ts",
    "packages/app-sdk/clock.ts",
    "packages/ui/panel/browser-environment.ts",
    "examples/logistics/start-logistics.ts",
  ],
  network: ["apps/server/demo-app/visit-app.ts", "packages/ui/panel/browser-environment.ts"],
};

const setAside = [
  "CallExpression[callee.object.name=/^(test|it|describe|suite|t|context)$/][callee.property.name=/^(skip|only|todo)$/]",
  "CallExpression[callee.name=/^(test|it|describe|suite)$/] > ObjectExpression > Property[key.name=/^(skip|only|todo)$/]",
  "CallExpression[callee.property.name=/^(test|it|describe|suite)$/] > ObjectExpression > Property[key.name=/^(skip|only|todo)$/]",
].map((selector) => ({ selector, message: "A test is not skipped, singled out or postponed." }));

const environment = [
  "MemberExpression[property.name='env'] > MemberExpression[property.name='process']",
  "ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env']",
].map((selector) => ({ selector, message: "The environment is read in one place of a program." }));

const currentTime = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "The clock is a parameter.",
};

/** Build the rules for files that hand out some of these themselves. */
function worldRules(...own) {
  const denied = (name, value) => (own.includes(name) ? [] : [value].flat());
  return {
    "no-restricted-syntax": [
      "error",
      ...setAside,
      ...denied("environment", environment),
      ...denied("clock", currentTime),
    ],
    "no-restricted-properties": [
      "error",
      { object: "Math", property: "random", message: "Randomness is a parameter." },
      ...denied("environment", { object: "process", property: "env" }),
      ...denied("clock", { object: "Date", property: "now", message: "The clock is a parameter." }),
      ...denied("network", { object: "globalThis", property: "fetch" }),
    ],
    "no-restricted-globals": own.includes("network") ? "off" : ["error", "fetch"],
  };
}

const both = handsOut.clock.filter((file) => handsOut.network.includes(file));

export const syntaxRules = [
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parser: tseslint.parser },
    rules: { "max-depth": ["error", 3], "no-restricted-syntax": ["error", ...setAside] },
  },
  {
    files: ["{packages,apps,examples}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}", "**/testing/**", "packages/testkit/**"],
    rules: worldRules(),
  },
  { files: handsOut.environment, rules: worldRules("environment") },
  { files: handsOut.clock, rules: worldRules("clock") },
  { files: handsOut.network, rules: worldRules("network") },
  { files: both, rules: worldRules("clock", "network") },
];

export default tseslint.config(
  { ignores: ["**/node_modules/**", "**/dist/**", "**/*.js", "**/*.generated.ts", "**/.souk/**"] },
  ...syntaxRules,
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { noInlineConfig: true },
    plugins: { "@typescript-eslint": tseslint.plugin },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["test", "it", "describe", "suite"], package: "node:test" },
          ],
        },
      ],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
    },
  },
);
