import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in Chinese, in simplified characters. */
export const CHINESE: CueLanguage = {
  name: "Chinese",
  edges: ["", ""],
  lists: {
    /** Where an order begins, and what may precede its verb. */
    orderStart: r`^, [，,。；;：:、！!\s（(—-]`,
    orderOpening:
      "请, 你们?, 您, 我们, 咱们, 大家, 也, 都, 并且?, 且, 则, 就, 但是?, 同时, 另外, 而且, 绝对, 千万, 一定, 任何时候, 无论如何, [^，。；：\\s]{1,16}[时前后]",
    forbids:
      "不要, 不能, 不可, 不得, 不许, 不准, 不允许, 不应, 不该, 禁止, 严禁, 切勿, 请勿, 勿, 别, 避免, 除非, 不再",
    demands:
      "必须, 务必, 要, 一定要, 始终, 总是, 永远, 绝不, 只能, 只许, 只用, 只改, 仅, 确保, 保证, 记得, 注意, 无需, 无须, 不用, 不需要, 不必, 统一, 默认, 一律, 保持, 优先, 尽量, 使用, 遵循, 遵守",
    fails: "崩溃, 报错, 失败, 出错, 卡住, 卡死, 超时, 无法, 没, 打不开, 连不上, 加载不",
    deed: "再, 用, 改, 动, 删, 提交, 加, 写, 把, 去, 碰, 管, 忘, 弄, 让, 直接, 随便, 自己, 超过",
    rules: "要求, 规则, 规范, 约束, 约定, 限制, 条件",
  },
  cues: {
    acceptance: [
      {
        words: "验收, 完成标准, 才算完成, 测试(?:必须|都要|全部)?通过",
        example: "完成标准见下",
        counterExample: "测试失败了",
      },
    ],
    limit: [
      {
        words:
          "最多, 最少, 至少, 不超过, 不得超过, 不能超过, 不少于, 上限, 下限, 截止, 之前完成, 以内, 限制(?:为|在)",
        example: "至少三次",
        counterExample: "很多次",
      },
    ],
    rule: [
      {
        pattern: r`^[^\p{L}]{0,8}(?:要求|规则|约束)\s?[:：]\**\s{0,3}[^\s*]`,
        example: "要求：代码简洁",
        counterExample: "要求很高",
      },
      {
        words: "不要, 不可以, 不得, 不许, 不准, 禁止, 严禁, 切勿, 请勿, 勿, 绝不, 绝对不, 不允许, 禁用, 杜绝",
        example: "请勿提交",
        counterExample: "请提交",
      },
      {
        words: "(?<!我|还是|一直|突然|又|现在|为什么|怎么|为何)不能",
        example: "接口不能变",
        counterExample: "我不能登录",
      },
      {
        words: "(?<![分特区类级性识判个鉴辨差告])别{deed}",
        example: "别动配置",
        counterExample: "特别加了一个",
      },
      {
        words: "必须, 务必, (?<!不)一定要, (?:总是|始终|永远)(?!在?{fails}), 千万, 严格(?:遵|按), 一律",
        example: "始终写测试",
        counterExample: "它总是报错",
      },
      {
        words: "只能, 只许, 只用(?!了), 只改(?!了), 仅限, 仅能, 仅使用",
        example: "只改前端",
        counterExample: "只改了前端",
      },
      {
        words: "确保, (?<!我)保证(?!金), (?<![我还不])记得, 注意(?:不|要|：|，), 避免, 除非",
        example: "记得跑测试",
        counterExample: "我记得那个测试",
      },
      {
        words: "不再, 无需, 无须, 不用(?!说|谢|担心), 不需要, 不必",
        example: "不用写文档",
        counterExample: "不用谢",
      },
      {
        words: "不应(?!答), 不该, 不可(?!能|思议|避免|否认|以)",
        example: "名字不可重复",
        counterExample: "这不可能",
      },
      {
        words:
          "统一(?:使用|用|采用), 默认(?:使用|用), 请(?:使用|用|保持|保留|遵), 保持.{0,20}(?:不变|一致|兼容|原样)",
        example: "统一使用四个空格",
        counterExample: "已经统一了",
      },
    ],
    preference: [
      {
        words: "优先, 最好, 偏好, 更喜欢, 倾向于, 尽量, 尽可能",
        example: "尽量简单",
        counterExample: "很简单",
      },
    ],
    correction: [
      {
        words: "改成, 改为, 换成, 不再, 取消, 算了, 更正, 纠正, 之前说的, 而不是, 其实, 改用",
        example: "改成八十端口",
        counterExample: "修改端口",
      },
    ],
    "new state": [
      { words: "现在是, 从现在(?:起|开始), 今后", example: "今后用新接口", counterExample: "现在用" },
    ],
    withdrawal: [{ words: "作废, 取消, 不再, 失效, 过时", example: "已作废：", counterExample: "有效：" }],
    negation: [{ words: "[不禁勿别]", example: "不行", counterExample: "可行" }],
    address: [
      {
        pattern: "{orderStart}{orderOpening}{0,3}(?:{forbids}|{demands})",
        example: "请务必测试",
        counterExample: "服务器必须测试",
      },
    ],
    wish: [
      { pattern: "？", example: "为什么？", counterExample: "因为。" },
      {
        words: "请, 需要, 添加, 修复, 修改, 创建, 删除, 实现",
        example: "修复登录",
        counterExample: "登录很慢",
      },
    ],
    question: [
      { pattern: r`？["'”’)\]*]{0,3}$`, example: "为什么？", counterExample: "因为。" },
      { pattern: "[吗嘛][。.!！~]{0,2}$", example: "必须测试吗", counterExample: "必须测试" },
    ],
    "alternative question": [
      {
        words: "能不能, 要不要, 可不可以, 需不需要, 是不是, 是否(?:必须|只能|一定要|需要)?, 会不会",
        example: "要不要测试",
        counterExample: "不要测试",
      },
    ],
    supposition: [
      { pattern: "(?:^|[，。])(?:假如|假设|如果说)", example: "假如必须重写", counterExample: "必须重写" },
    ],
    decision: [
      {
        words: "决定, 选择(?:了|使用|用), 采用, 改用",
        example: "我们采用新方案",
        counterExample: "我们有方案",
      },
    ],
    intention: [{ words: "我(?:会|将), 我们(?:会|将)", example: "我会看看", counterExample: "他会看看" }],
    contrast: [{ words: "而不是", example: "用甲而不是乙", counterExample: "用甲和乙" }],
    rejection: [{ words: "而不是", example: "用甲而不是乙", counterExample: "用甲和乙" }],
    consideration: [{ pattern: "？$", example: "用甲？", counterExample: "用甲" }],
    reason: [{ words: "因为, 由于, 原因是, 以便", example: "用甲，因为它小", counterExample: "用甲" }],
    blocker: [
      {
        words: "阻塞, 无法继续, 等待(?:批准|审批|确认|权限), 被卡住",
        example: "等待审批",
        counterExample: "等待中",
      },
    ],
    risk: [
      {
        words: "风险, 尚未(?:测试|验证), 可能会(?:破坏|导致), 隐患, 待确认",
        example: "接口尚未测试",
        counterExample: "接口已测试",
      },
    ],
    "approval question": [
      {
        words: "(?:是否|可以)(?:继续|确认|批准), 请(?:确认|批准)",
        example: "请确认方案",
        counterExample: "已经确认",
      },
    ],
    "rules heading": [{ words: "{rules}, 注意事项, 必须", example: "注意事项：", counterExample: "背景：" }],
    "name of rules": [{ words: "{rules}, 事项, 标准", example: "编码规范", counterExample: "编码" }],
    "acceptance heading": [{ words: "验收, 完成标准", example: "验收：", counterExample: "测试：" }],
    "heading sign": [
      {
        words:
          "注意, 重要, 要求, 规则, 规范, 约束, 限制, 条件, 任务, 目标, 目的, 背景, 上下文, 问题, 步骤, 说明, 备注, 提示, 警告, 提醒, 输入, 输出, 示例, 例子, 格式, 更正, 补充, 另外, 总结, 原因, 需求, 功能, 标准, 验收, 截止, 预算, 优先, 偏好, 必须, 禁止, 不要, 务必, 用户, 系统, 指令, 计划, 变更, 决定, 结论, 方案, 环境, 版本, 测试, 性能, 安全, 接口, 数据, 文件, 标题, 描述, 日期, 时间, 状态",
        example: "背景",
        counterExample: "王伟",
      },
    ],
    "speaker role": [
      {
        pattern: "^(?:主持人|采访者|受访者|面试官|候选人|记者|嘉宾|客服|顾客|客户|医生|患者|老师|学生)$",
        example: "主持人",
        counterExample: "王伟",
      },
    ],
    dialogue: [
      { pattern: "？", example: "好？", counterExample: "好。" },
      { words: "[我你您咱]", example: "我试过", counterExample: "服务器重启" },
    ],
    "unfinished end": [
      {
        pattern: "(?:[的在和或与及把被对向从]|没有|不要|必须|不能|只能|禁止|以及|并且|但是|如果)$",
        example: "代码必须",
        counterExample: "代码完成",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:发件人|收件人|抄送|主题|日期|发送时间)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "主题：发布",
        counterExample: "主题很多",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**发件人\**\s{0,2}[:：]`, example: "发件人：王伟", counterExample: "发件人王伟" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?原始邮件\s?-{2,12}\s{0,4}$`,
        example: "----- 原始邮件 -----",
        counterExample: "原始邮件",
      },
    ],
    "error line": [
      { pattern: r`^\s{0,8}错误\s{0,2}[:!：]? ?\S`, example: "错误：连接失败", counterExample: "没有错误" },
    ],
    "failed result": [{ pattern: r`^\s{0,20}(?:错误|出错)`, example: "出错了", counterExample: "没有出错" }],
    started: [{ words: "运行, 启动", example: "已启动", counterExample: "已停止" }],
  },
  wordLists: {
    "stop word": {
      words:
        "不要, 必须, 只能, 禁止, 务必, 总是, 一定, 请勿, 优先, 改成, 改为, 不再, 所有, 这个, 那个, 我们, 你们, 可以, 需要, 使用",
      example: "必须",
      counterExample: "数据",
    },
    hesitation: { words: "嗯, 呃, 额", example: "嗯", counterExample: "好" },
    "finished state": { words: "已完成, 完成", example: "已完成", counterExample: "未完成" },
    "active state": { words: "进行中", example: "进行中", counterExample: "未开始" },
  },
};
