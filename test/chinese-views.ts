/** Every view of the session `work`, and a word that is in it. */
export const CHINESE_VIEWS = [
  ["sessions", "会话"],
  ["sessions/work/load-line", "载重线"],
  ["sessions/work/compactions", "保真度"],
  ["sessions/work/ledgers", "规则"],
  ["sessions/work/transcript", "上下文已压缩"],
  ["sessions/work/window", "用户原话"],
  ["sessions/work/artifacts", "召回"],
  ["sessions/work/compare", "摘要模板"],
  ["playground", "试验场需要网关"],
] as const;
