// Who may import whom. What the tables below do not list is an error; ARCHITECTURE.md says why.

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

/** Roots that stand outside the product: what they reach beyond their own folder. */
const AROUND = {
  examples: ["app-sdk"],
  "apps/cli/template": ["app-sdk"],
  conformance: ["contract", "signing", "client", "testkit"],
  proofs: ["contract", "signing", "database", "delivery", "platform", "demo", "testkit"],
  e2e: ["contract", "signing", "testkit"],
};

/** npm packages and Node modules of the packages whose outside imports are fixed. */
const OUTSIDE = { contract: "^node_modules/typebox/", signing: "^(node:)?crypto$", client: "" };

/** Packages with one owner each: database alone connects, delivery alone sends, http alone knows requests. */
const OWNERS = {
  pg: "^packages/database/",
  undici: "^packages/delivery/",
  fastify: "^packages/platform/http/",
};

/** Modules of the platform in the order in which later ones may call earlier ones. */
const CHAIN = ["stores", "inventory", "catalog", "customers", "orders", "fulfillments", "returns"];
/** Modules that stand beside the chain, on stores; the later may call the earlier (people: accounts and sessions). */
const BESIDE = [
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
  ...Object.fromEntries(BESIDE.map((name, at) => [name, ["stores", ...BESIDE.slice(0, at)]])),
  fulfillments: ["stores", "inventory", "catalog", "customers", "orders", "notifications"],
  purchasing: ["stores", "inventory"],
  shipping: ["stores", "inventory", "catalog", "customers", "partners", "customization"],
  notifications: ["stores"],
  privacy: ["stores", "customers", "orders", "installs", "exports"],
  "fulfillment-requests": ["stores", "orders", "partners", "installs"],
  exports: ["stores", "inventory", "catalog", "customers", "orders"],
  imports: ["stores", "inventory", "catalog", "customers", "exports"],
  // What hangs on records of other modules; the composition hands them what they need of these.
  tags: [],
  metafields: [],
  // The event log itself, of whatever topics.
  events: [],
};

/** Tests, and what stands in a folder named testing for them alone. */
const TEST = "(\\.test\\.tsx?$|/testing/)";
const FACES = "^(packages|apps|examples|conformance|bench|proofs|e2e|tools)/";
const oneOf = (names) => `(${names.join("|")})`;
const AT_MODULES = "packages/platform/modules";
/** The faces of the platform's modules, for the packages that call them directly. */
const MODULE_FACES = `^${AT_MODULES}/[^/]+/index\\.ts$`;
const CALLS_MODULES = ["packages/demo", "packages/testkit"];
/** The faces of the named packages; with none named, a pattern that no path matches. The texts of ui have one of their own. */
const faces = (names) =>
  names.length === 0
    ? "^$"
    : `^packages/(${oneOf(names)}${names.includes("ui") ? "|ui/i18n" : ""})/index\\.ts$`;

function rootRule(root, allowed) {
  const place = `${root}/`;
  const modules = CALLS_MODULES.includes(root) ? [MODULE_FACES] : [];
  return {
    name: `${root.replaceAll("/", "-")}-imports`,
    severity: "error",
    comment: `${root} may import only: ${allowed.join(", ") || "nothing of the project"}`,
    from: { path: `^${place}`, pathNot: TEST },
    to: { path: FACES, pathNot: [`^${place}`, faces(allowed), ...modules] },
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
  ...Object.entries(AROUND),
];

const cliRules = [
  {
    ...rootRule("apps/cli", APPS.cli),
    from: { path: "^apps/cli/", pathNot: [TEST, "^apps/cli/(template/|(migrate|backup|verify)\\.ts$)"] },
  },
  {
    ...rootRule("apps/cli", [...APPS.cli, "database"]),
    name: "apps-cli-imports-in-migrate-backup-verify",
    from: { path: "^apps/cli/(migrate|backup|verify)\\.ts$" },
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
    name: "only-faces-between-packages",
    severity: "error",
    comment: "a package is met only at its index.ts, by its name",
    from: { path: "^packages/([^/]+)/", pathNot: `^${oneOf(CALLS_MODULES)}/` },
    to: { path: "^packages/", pathNot: ["^packages/$1/", "^packages/([^/]+|ui/i18n)/index\\.ts$"] },
  },
  {
    name: "only-faces-from-demo-and-testkit",
    severity: "error",
    comment: "demo and testkit also meet the modules of the platform, at their index.ts",
    from: { path: "^(packages/[^/]+)/", pathNot: `^(?!${oneOf(CALLS_MODULES)}/)` },
    to: {
      path: "^packages/",
      pathNot: ["^$1/", "^packages/([^/]+|ui/i18n)/index\\.ts$", MODULE_FACES],
    },
  },
  {
    name: "only-faces-from-outside",
    severity: "error",
    comment: "a package is met only at its index.ts, by its name",
    from: { pathNot: "^packages/" },
    to: { path: "^packages/", pathNot: "^packages/([^/]+|ui/i18n)/index\\.ts$" },
  },
  {
    name: "apps-are-run",
    severity: "error",
    comment: "apps, examples, conformance, bench and tools are run, never imported",
    from: { path: "^(packages/testkit|bench|tools)/" },
    to: { path: "^(apps|examples|conformance|proofs|e2e)/" },
  },
  {
    name: "unlisted-package",
    severity: "error",
    comment: "a new package or app gets its line in .dependency-cruiser.js first",
    from: {
      path: "^(packages|apps)/",
      pathNot: `^(packages/${oneOf([...Object.keys(PACKAGES), "testkit"])}|apps/${oneOf(Object.keys(APPS))})/`,
    },
    to: {},
  },
  {
    name: "testkit-only-from-tests",
    severity: "error",
    from: { pathNot: [TEST, "^(packages/testkit|conformance|proofs|e2e|bench|tools)/"] },
    to: { path: "^packages/testkit/" },
  },
  {
    name: "tests-are-not-imported",
    severity: "error",
    from: {},
    to: { path: "\\.test\\.tsx?$" },
  },
  {
    name: "testing-only-from-tests",
    severity: "error",
    from: { pathNot: TEST },
    to: { path: "/testing/", pathNot: "node_modules" },
  },
  { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
];

const outsideRules = [
  ...Object.entries(OUTSIDE).map(([name, allowed]) => ({
    name: `${name}-outside`,
    severity: "error",
    comment: `outside the project ${name} may import only: ${allowed || "nothing"}`,
    from: { path: `^packages/${name}/`, pathNot: TEST },
    to: { dependencyTypesNot: ["local"], pathNot: allowed ? [FACES, allowed] : [FACES] },
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
    comment: "an imported npm package stands in the package.json of the workspace that imports it",
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
    comment: "what ships imports no dev dependency",
    from: { path: "^(packages|apps)/", pathNot: [TEST, "^packages/testkit/"] },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "^node_modules/@types/" },
  },
];

const moduleRules = [
  {
    name: "unlisted-module",
    severity: "error",
    comment: "a new module gets its place in the order in .dependency-cruiser.js first",
    from: { path: `^${AT_MODULES}/`, pathNot: `^${AT_MODULES}/${oneOf(Object.keys(MODULES))}/` },
    to: {},
  },
  {
    name: "modules-meet-at-index",
    severity: "error",
    from: { path: `^${AT_MODULES}/([^/]+)/`, pathNot: TEST },
    to: { path: `^${AT_MODULES}/`, pathNot: [`^${AT_MODULES}/$1/`, `^${AT_MODULES}/[^/]+/index\\.ts$`] },
  },
  {
    name: "tests-of-modules-meet-at-index",
    severity: "error",
    comment: "a test may also stand on what another module has for tests",
    from: { path: `^${AT_MODULES}/([^/]+)/.*${TEST}` },
    to: {
      path: `^${AT_MODULES}/`,
      pathNot: [`^${AT_MODULES}/$1/`, `^${AT_MODULES}/[^/]+/(index\\.ts$|testing/)`],
    },
  },
  ...Object.entries(MODULES).map(([name, earlier]) => ({
    name: `module-${name}-imports`,
    severity: "error",
    comment: `the module ${name} may call only: ${earlier.join(", ") || "no other module"}`,
    from: { path: `^${AT_MODULES}/${name}/`, pathNot: TEST },
    to: { path: `^${AT_MODULES}/`, pathNot: `^${AT_MODULES}/${oneOf([name, ...earlier])}/` },
  })),
  {
    name: "modules-know-no-http",
    severity: "error",
    from: { path: `^${AT_MODULES}/`, pathNot: TEST },
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
