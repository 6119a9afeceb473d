// Which folder may import which. Imports that the tables below do not list are errors. ARCHITECTURE.md explains why.

const PACKAGES = {
  contract: [],
  signing: [],
  client: ["contract"],
  database: [],
  delivery: ["contract", "signing", "database"],
  platform: ["contract", "signing", "database", "delivery"],
  storefront: ["contract", "platform"],
  demo: ["contract", "database", "platform"],
  ui: ["contract", "client"],
  "app-sdk": ["contract", "signing", "client"],
};

const APPS = {
  server: ["platform", "storefront", "demo"],
  admin: ["client", "contract", "ui"],
  partners: ["client", "contract", "ui"],
  cli: ["client", "contract", "signing"],
};

/** Folders outside the product, and the packages they may import. */
const OUTSIDE_PRODUCT = {
  examples: ["app-sdk"],
  "apps/cli/template": ["app-sdk"],
  conformance: ["contract", "signing", "client", "testkit"],
  proofs: ["contract", "signing", "database", "delivery", "platform", "demo", "testkit"],
  e2e: ["contract", "signing", "testkit"],
};

/** The npm packages and Node modules that a package may import, as a pattern. */
const EXTERNAL = { contract: "^node_modules/typebox/", signing: "^(node:)?crypto$", client: "" };

/** npm packages that only one folder may import: only database connects, only delivery sends, only http handles requests. */
const OWNERS = {
  pg: "^packages/database/",
  undici: "^packages/delivery/",
  fastify: "^packages/platform/http/",
};

/** Modules of the platform. Each may call the modules before it. The further ones may call `stores` too. */
const CHAIN = ["stores", "inventory", "catalog", "customers", "orders", "fulfillments", "returns"];
const FURTHER_MODULES = [
  "security",
  "people",
  "partners",
  "installs",
  "members",
  "subscriptions",
  "customization",
  "staff",
  "activity",
  "audit",
];
const MODULES = {
  ...Object.fromEntries(CHAIN.map((name, at) => [name, CHAIN.slice(0, at)])),
  ...Object.fromEntries(
    FURTHER_MODULES.map((name, at) => [name, ["stores", ...FURTHER_MODULES.slice(0, at)]]),
  ),
  fulfillments: ["stores", "inventory", "catalog", "customers", "orders", "notifications"],
  purchasing: ["stores", "inventory"],
  shipping: ["stores", "inventory", "catalog", "customers", "partners", "customization"],
  notifications: ["stores"],
  "secret-keys": ["security"],
  privacy: ["stores", "customers", "orders", "installs", "exports"],
  "fulfillment-requests": ["stores", "orders", "partners", "installs"],
  exports: ["stores", "inventory", "catalog", "customers", "orders", "security"],
  imports: ["stores", "inventory", "catalog", "customers", "exports"],
  // They belong to records of other modules. The composition passes them what they need of these modules.
  tags: [],
  metafields: [],
  // The event log itself, for all topics.
  events: [],
};

/** Tests, and files in folders named `testing`, which only tests use. */
const TEST = "(\\.test\\.tsx?$|/testing/)";
const PROJECT_FOLDERS = "^(packages|apps|examples|conformance|bench|proofs|e2e|tools)/";
const oneOf = (names) => `(${names.join("|")})`;
const MODULES_FOLDER = "packages/platform/modules";
/** The index.ts of each module of the platform, for the packages that may import modules directly. */
const MODULE_INDEXES = `^${MODULES_FOLDER}/[^/]+/index\\.ts$`;
const MODULE_CALLERS = ["packages/demo", "packages/testkit"];
/** Return a pattern for the index.ts of the named packages. It matches nothing if there are none. `ui` has a second index.ts, for its texts. */
const packageIndexes = (names) =>
  names.length === 0
    ? "^$"
    : `^packages/(${oneOf(names)}${names.includes("ui") ? "|ui/i18n" : ""})/index\\.ts$`;

function rootRule(root, allowed) {
  const place = `${root}/`;
  const modules = MODULE_CALLERS.includes(root) ? [MODULE_INDEXES] : [];
  return {
    name: `${root.replaceAll("/", "-")}-imports`,
    severity: "error",
    comment: `${root} may import only: ${allowed.join(", ") || "nothing of the project"}`,
    from: { path: `^${place}`, pathNot: TEST },
    to: { path: PROJECT_FOLDERS, pathNot: [`^${place}`, packageIndexes(allowed), ...modules] },
  };
}

function testRule(root, allowed) {
  const rule = rootRule(root, [...allowed, "testkit"]);
  return { ...rule, name: `${rule.name}-in-tests`, from: { path: `^${root}/.*${TEST}` } };
}

const roots = [
  ...Object.entries(PACKAGES).map(([name, allowed]) => [`packages/${name}`, allowed]),
  ...Object.entries(APPS)
    .filter(([name]) => name !== "cli")
    .map(([name, allowed]) => [`apps/${name}`, allowed]),
  ...Object.entries(OUTSIDE_PRODUCT),
];

/** The files of commands that use the database directly, because no server has to run. */
const OFFLINE_COMMANDS = "(migrate|backup|verify|demo-remove|doctor-mode|resolve-database)\\.ts$";

const cliRules = [
  {
    ...rootRule("apps/cli", APPS.cli),
    from: { path: "^apps/cli/", pathNot: [TEST, `^apps/cli/(template/|${OFFLINE_COMMANDS})`] },
  },
  {
    ...rootRule("apps/cli", [...APPS.cli, "database", "demo"]),
    name: "apps-cli-imports-in-offline-commands",
    from: { path: `^apps/cli/${OFFLINE_COMMANDS}` },
  },
  {
    ...testRule("apps/cli", APPS.cli),
    from: { path: `^apps/cli/.*${TEST}`, pathNot: "^apps/cli/template/" },
  },
];

const projectRules = [
  ...roots.flatMap(([root, allowed]) => [rootRule(root, allowed), testRule(root, allowed)]),
  ...cliRules,
  {
    name: "package-index-between-packages",
    severity: "error",
    comment: "import a package by its name, which is its index.ts",
    from: { path: "^packages/([^/]+)/", pathNot: `^${oneOf(MODULE_CALLERS)}/` },
    to: { path: "^packages/", pathNot: ["^packages/$1/", "^packages/([^/]+|ui/i18n)/index\\.ts$"] },
  },
  {
    name: "package-index-from-demo-and-testkit",
    severity: "error",
    comment: "demo and testkit may also import the index.ts of the platform's modules",
    from: { path: "^(packages/[^/]+)/", pathNot: `^(?!${oneOf(MODULE_CALLERS)}/)` },
    to: {
      path: "^packages/",
      pathNot: ["^$1/", "^packages/([^/]+|ui/i18n)/index\\.ts$", MODULE_INDEXES],
    },
  },
  {
    name: "package-index-from-outside",
    severity: "error",
    comment: "import a package by its name, which is its index.ts",
    from: { pathNot: "^packages/" },
    to: { path: "^packages/", pathNot: "^packages/([^/]+|ui/i18n)/index\\.ts$" },
  },
  {
    name: "no-imports-of-apps",
    severity: "error",
    comment: "apps, examples, conformance, proofs and e2e are run, never imported",
    from: { path: "^(packages/testkit|bench|tools)/" },
    to: { path: "^(apps|examples|conformance|proofs|e2e)/" },
  },
  {
    name: "unlisted-package",
    severity: "error",
    comment: "add a new package or app to .dependency-cruiser.js first",
    from: {
      path: "^(packages|apps)/",
      pathNot: `^(packages/${oneOf([...Object.keys(PACKAGES), "testkit"])}|apps/${oneOf(Object.keys(APPS))})/`,
    },
    to: {},
  },
  {
    name: "testkit-only-in-tests",
    severity: "error",
    from: { pathNot: [TEST, "^(packages/testkit|conformance|proofs|e2e|bench|tools)/"] },
    to: { path: "^packages/testkit/" },
  },
  {
    name: "no-imports-of-tests",
    severity: "error",
    from: {},
    to: { path: "\\.test\\.tsx?$" },
  },
  {
    name: "testing-only-in-tests",
    severity: "error",
    from: { pathNot: TEST },
    to: { path: "/testing/", pathNot: "node_modules" },
  },
  { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
];

const outsideRules = [
  ...Object.entries(EXTERNAL).map(([name, allowed]) => ({
    name: `${name}-external-imports`,
    severity: "error",
    comment: `from npm and Node, ${name} may import only: ${allowed || "nothing"}`,
    from: { path: `^packages/${name}/`, pathNot: TEST },
    to: { dependencyTypesNot: ["local"], pathNot: allowed ? [PROJECT_FOLDERS, allowed] : [PROJECT_FOLDERS] },
  })),
  {
    name: "no-node-in-the-browser",
    severity: "error",
    comment: "contract, client, ui, admin and partners also run in a browser",
    from: { path: "^(packages/(contract|client|ui)|apps/(admin|partners))/", pathNot: TEST },
    to: { dependencyTypes: ["core"] },
  },
  ...Object.entries(OWNERS).map(([name, owner]) => ({
    name: `${name}-has-one-owner`,
    severity: "error",
    from: { path: "^(packages|apps)/", pathNot: [TEST, owner] },
    to: { path: `^node_modules/(@types/)?${name}/` },
  })),
  {
    name: "unlisted-dependency",
    severity: "error",
    comment: "add an imported npm package to the package.json of the workspace that imports it",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "unresolvable",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "dev-dependency-in-product",
    severity: "error",
    comment: "shipped code must not import a dev dependency",
    from: { path: "^(packages|apps)/", pathNot: [TEST, "^packages/testkit/"] },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "^node_modules/@types/" },
  },
];

const moduleRules = [
  {
    name: "unlisted-module",
    severity: "error",
    comment: "add a new module to .dependency-cruiser.js first",
    from: { path: `^${MODULES_FOLDER}/`, pathNot: `^${MODULES_FOLDER}/${oneOf(Object.keys(MODULES))}/` },
    to: {},
  },
  {
    name: "module-index-between-modules",
    severity: "error",
    from: { path: `^${MODULES_FOLDER}/([^/]+)/`, pathNot: TEST },
    to: {
      path: `^${MODULES_FOLDER}/`,
      pathNot: [`^${MODULES_FOLDER}/$1/`, `^${MODULES_FOLDER}/[^/]+/index\\.ts$`],
    },
  },
  {
    name: "module-index-in-tests",
    severity: "error",
    comment: "a test may also import files that another module has for tests",
    from: { path: `^${MODULES_FOLDER}/([^/]+)/.*${TEST}` },
    to: {
      path: `^${MODULES_FOLDER}/`,
      pathNot: [`^${MODULES_FOLDER}/$1/`, `^${MODULES_FOLDER}/[^/]+/(index\\.ts$|testing/)`],
    },
  },
  ...Object.entries(MODULES).map(([name, earlier]) => ({
    name: `module-${name}-imports`,
    severity: "error",
    comment: `the module ${name} may call only: ${earlier.join(", ") || "no other module"}`,
    from: { path: `^${MODULES_FOLDER}/${name}/`, pathNot: TEST },
    to: { path: `^${MODULES_FOLDER}/`, pathNot: `^${MODULES_FOLDER}/${oneOf([name, ...earlier])}/` },
  })),
  {
    name: "no-http-in-modules",
    severity: "error",
    from: { path: `^${MODULES_FOLDER}/`, pathNot: TEST },
    to: { path: "^packages/platform/http/" },
  },
];

export default {
  forbidden: [...projectRules, ...outsideRules, ...moduleRules],
  options: {
    doNotFollow: { path: ["node_modules"] },
    exclude: { path: ["\\.souk/", "/dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
