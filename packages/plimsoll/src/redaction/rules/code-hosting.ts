import type { SecretRule } from "../secret-rule.js";
import { type NamedRow, namedRule, UUID, withDigit } from "./named-rule.js";
import { type PrefixRow, prefixRule, WORD_END } from "./prefix-rule.js";

const TOKEN = "[A-Za-z0-9_-]";

const PREFIXES: readonly PrefixRow[] = [
  ["github-token", "ghp_", "[A-Za-z0-9]{20,}", "ghp_<alnum36>", "ghp_deploy_page"],
  ["github-token", "gho_", "[A-Za-z0-9]{20,}", "gho_<alnum36>", "gho_st"],
  ["github-token", "ghu_", "[A-Za-z0-9]{20,}", "ghu_<alnum36>", "ghu_b"],
  ["github-token", "ghs_", "[A-Za-z0-9]{20,}", "ghs_<alnum36>", "ghs_ql"],
  ["github-token", "ghr_", "[A-Za-z0-9]{20,}", "ghr_<alnum36>", "ghr_x"],
  ["github-token", "github_pat_", "[A-Za-z0-9_]{20,}", "github_pat_<alnum22>_<alnum59>", "github_pat_name"],
  [
    "gitlab-token",
    "glpat-",
    `${TOKEN}{16,300}(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7,9})?`,
    "glpat-<url20>",
    "glpat-docs",
  ],
  [
    "gitlab-runner-token",
    "glrt-",
    `${TOKEN}{16,300}(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7,9})?`,
    "glrt-<url20>",
    "glrt-mode",
  ],
  ["gitlab-runner-token", "GR1348941", `${TOKEN}{16,}`, "GR1348941<url20>", "GR1348941"],
  ["gitlab-deploy-token", "gldt-", `${TOKEN}{16,}`, "gldt-<url20>", "gldt-docs"],
  ["gitlab-job-token", "glcbt-", `${TOKEN}{16,}`, "glcbt-64_<url20>", "glcbt-x"],
  ["gitlab-trigger-token", "glptt-", "[0-9a-f]{40}", "glptt-<hex40>", "glptt-page"],
  ["gitlab-feed-token", "glft-", `${TOKEN}{16,}`, "glft-<url20>", "glft-x"],
  ["gitlab-mail-token", "glimt-", `${TOKEN}{20,}`, "glimt-<url25>", "glimt-x"],
  ["gitlab-agent-token", "glagent-", `${TOKEN}{40,}`, "glagent-<url50>", "glagent-config"],
  ["gitlab-oauth-secret", "gloas-", `${TOKEN}{40,}`, "gloas-<url64>", "gloas-x"],
  ["gitlab-scim-token", "glsoat-", `${TOKEN}{16,}`, "glsoat-<url20>", "glsoat-x"],
  ["gitlab-flag-token", "glffct-", `${TOKEN}{16,}`, "glffct-<url20>", "glffct-x"],
  ["bitbucket-token", "ATBB", `[A-Za-z0-9]{28,}${WORD_END}`, "ATBB<alnum32>", "ATBB"],
  ["atlassian-token", "ATATT3", "[A-Za-z0-9_=-]{50,}", "ATATT3<url180>", "ATATT3"],
  ["atlassian-token", "ATCTT3", "[A-Za-z0-9_=-]{50,}", "ATCTT3<url180>", "ATCTT3"],
  ["npm-token", "npm_", "[A-Za-z0-9]{30,}", "npm_<alnum36>", "npm_config_registry_address_of_this"],
  ["pypi-token", "pypi-AgEIcHlwaS5vcmc", `${TOKEN}{40,}`, "pypi-AgEIcHlwaS5vcmc<url120>", "pypi-AgEI"],
  [
    "pypi-token",
    "pypi-AgENdGVzdC5weXBpLm9yZw",
    `${TOKEN}{40,}`,
    "pypi-AgENdGVzdC5weXBpLm9yZw<url120>",
    "pypi-AgEN",
  ],
  ["rubygems-key", "rubygems_", "[0-9a-f]{48}", "rubygems_<hex48>", "rubygems_version"],
  ["nuget-key", "oy2", `[a-z0-9]{43}${WORD_END}`, "oy2<low43>", "oy2"],
  ["crates-token", "cio", `[A-Za-z0-9]{32}${WORD_END}`, "cio<alnum32>", "ciobject"],
  ["clojars-token", "CLOJARS_", "[0-9a-fA-F]{60}", "CLOJARS_<hex60>", "CLOJARS_PASSWORD_OF"],
  ["dockerhub-token", "dckr_pat_", `${TOKEN}{20,}`, "dckr_pat_<url27>", "dckr_pat_name"],
  ["dockerhub-token", "dckr_oat_", `${TOKEN}{20,}`, "dckr_oat_<url32>", "dckr_oat_name"],
  ["artifactory-key", "AKCp", `[A-Za-z0-9]{60,}${WORD_END}`, "AKCp<alnum69>", "AKCpack"],
  ["artifactory-token", "cmVmd", `[A-Za-z0-9]{59}${WORD_END}`, "cmVmd<alnum59>", "cmVmd"],
  ["sourcegraph-token", "sgp_", "(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}", "sgp_<hex16>_<hex40>", "sgp_index"],
  ["circleci-token", "CCIPAT_", "[A-Za-z0-9]{16,}_[0-9a-f]{40}", "CCIPAT_<alnum22>_<hex40>", "CCIPAT_x"],
  ["circleci-token", "CCIPRJ_", "[A-Za-z0-9]{16,}_[0-9a-f]{40}", "CCIPRJ_<alnum22>_<hex40>", "CCIPRJ_x"],
  ["buildkite-token", "bkua_", "[0-9a-f]{40}", "bkua_<hex40>", "bkua_x"],
  ["terraform-token", "atlasv1.", "[A-Za-z0-9_=-]{60,}", "<alnum14>.atlasv1.<url67>", "atlasv1.example"],
  ["pulumi-token", "pul-", "[0-9a-f]{40}", "pul-<hex40>", "pul-monary"],
  ["spacelift-token", "glpc_", "[A-Za-z0-9]{30,}", "glpc_<alnum40>", "glpc_x"],
  ["prefect-key", "pnu_", "[A-Za-z0-9]{36}", "pnu_<alnum36>", "pnu_x"],
  ["sonar-token", "squ_", "[0-9a-f]{40}", "squ_<hex40>", "squ_are"],
  ["sonar-token", "sqp_", "[0-9a-f]{40}", "sqp_<hex40>", "sqp_x"],
  ["sonar-token", "sqa_", "[0-9a-f]{40}", "sqa_<hex40>", "sqa_x"],
  ["postman-key", "PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}", "PMAK-<hex24>-<hex34>", "PMAK-docs"],
  ["octopus-key", "API-", `[A-Z0-9]{26}${WORD_END}`, "API-<UPPER26>", "API-REFERENCE"],
  ["infracost-key", "ico-", `[A-Za-z0-9]{32}${WORD_END}`, "ico-<alnum32>", "ico-font"],
  ["readme-key", "rdme_", "[a-z0-9]{60,}", "rdme_<low70>", "rdme_page"],
  ["snyk-token", "snyk_uat.", "[A-Za-z0-9._-]{40,}", "snyk_uat.<hex8>.<url64>", "snyk_uat.x"],
];

const NAMES: readonly NamedRow[] = [
  [
    "bitbucket-token",
    ["bitbucket"],
    withDigit("a-z0-9=_-", 32, 64),
    "bitbucket_secret: <alnum64>",
    "bitbucket: ci",
  ],
  [
    "codecov-token",
    ["codecov"],
    `${UUID}|${withDigit("a-z0-9", 32)}`,
    "CODECOV_TOKEN=<uuid>",
    "codecov: patch",
  ],
  ["travis-token", ["travis"], withDigit("a-z0-9", 22), "travis_token = <alnum22>", "travis: trusty"],
  [
    "drone-token",
    ["droneci", "drone_token"],
    withDigit("a-z0-9", 32),
    "DRONE_TOKEN=<alnum32>",
    "droneci: yes",
  ],
  ["snyk-token", ["snyk"], UUID, "SNYK_TOKEN=<uuid>", "snyk: test"],
  [
    "sonar-token",
    ["sonar.login", "sonar_token", "sonar.token"],
    "[0-9a-f]{40}",
    "sonar.login=<hex40>",
    "sonar.login: me",
  ],
  ["jenkins-token", ["jenkins"], "11[0-9a-f]{32}", "jenkins_token: 11<hex32>", "jenkins: 11"],
  [
    "atlassian-token",
    ["atlassian", "confluence", "jira"],
    withDigit("a-z0-9", 24),
    "JIRA_KEY=<alnum24>",
    "jira: PROJ-12",
  ],
];

/** Tokens of code hosting, package registries, builds and what stands around them. */
export const CODE_HOSTING_RULES: readonly SecretRule[] = [
  ...PREFIXES.map(prefixRule).map((rule) =>
    rule.kind === "terraform-token"
      ? {
          ...rule,
          lead: 1,
          before: { characters: /[A-Za-z0-9]/, least: 14, most: 14 },
          pattern: `\\.${rule.pattern}`,
        }
      : rule,
  ),
  ...NAMES.map(namedRule),
];
