/** What the server refuses, in Chinese: by the reason that it names, or by its code. `{name}` is a value of the error. */
export const CHINESE_ERRORS: Readonly<Record<string, string>> = {
  // reasons
  summary_too_long: "摘要有 {tokens} 词元（含标记），最多只能有 {maxTokens}；请缩短摘要，或提高目标。",
  summary_lacks_facts:
    "摘要有 {tokens} 词元，缺少 {missing} 条必须保留的事实（用户的规则、待办事项），而上限 {maxTokens} 词元放不下它们；请缩短摘要，或提高目标。",
  summary_empty: "摘要为空；请写入内容，或不改摘要。",
  no_list: "不知道会话“{sessionId}”当前的内容；等客户端再次发送后才能压缩。",
  too_many_items: "会话有 {items} 项，最多只能比较 {most} 项。",
  window_too_large: "窗口的 JSON 超过 {most} 个字符。",
  no_word: "查询中没有可以检索的词。",
  // codes
  unknown_session: "这里没有会话“{sessionId}”。",
  unknown_item: "找不到这一项；它可能已被删除。",
  invalid_input: "输入无法使用。",
  nothing_to_undo: "没有可以撤销的压缩。",
  nothing_to_redo: "没有可以重做的压缩：没有撤销过，或之后又压缩过。",
  stale_prepared: "这份预览已失效：会话在此期间有变化。请重新预览。",
  insufficient_budget:
    "请求放不下：指令与工具固定占 {fixed} 词元，至少还有 {floor} 词元的内容必须保留，而只剩 {budget}。请提高目标、缩短指令，或少保护几项。",
  constraints_do_not_fit:
    "用户的规则需要 {needed} 词元，而摘要只剩 {available}；没有作任何改动。请提高目标，或撤回不再适用的规则。",
  store_unavailable: "存储无法打开、读取或写入。",
  aborted: "操作已中止，没有作任何改动。",
  unknown_path: "服务器上没有这个地址。",
  method_not_allowed: "这个地址只接受 {method}。",
  invalid_api_key: "密钥无效。",
  timeout: "回答用时过长。",
  server_is_overloaded: "服务器正忙，请稍后再试。",
  rate_limit_exceeded: "请求过于频繁，请稍后再试。",
  request_too_large: "请求过大。",
};

/** Why nothing was done, in Chinese. */
export const CHINESE_REASONS: Readonly<Record<string, string>> = {
  list_fits: "没有压缩：内容已在 {tokens} 词元之内。",
  little_since: "没有可总结的内容：上次压缩之后只增加了 {tokens} 词元。",
  nothing_to_summarize:
    "没有可总结的内容：共 {tokens} 词元，其中 {newest} 是用户最新的消息，{pinned} 必须保留。",
  nothing_to_remove: "没有值得移出的内容。",
  not_protected: "此项未受保护。",
};
