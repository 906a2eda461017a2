/** Words by which a label announces what follows instead of naming who says it. */
const HEADING_WORDS: ReadonlySet<string> = new Set(
  (
    "important note notes nb rule rules requirement requirements constraint constraints condition conditions " +
    "restriction restrictions guideline guidelines convention conventions policy policies must never always only not " +
    "do don't dont dos don'ts please task tasks goal goals objective objectives aim target targets context background " +
    "input inputs output outputs expected actual result results step steps bug bugs issue issues problem problems " +
    "feature features fix fixes todo to-do warning warnings caution attention reminder remember hint hints tip tips fyi " +
    "info information question questions answer answers example examples deadline budget limit limits scope " +
    "acceptance criteria criterion definition title subject description summary detail details format style tone " +
    "language file files folder path url link version date time environment priority status plan plans change changes " +
    "update updates correction edit ps p.s option options finally then also reason because " +
    "instruction instructions request requests prompt preference preferences wish want need needs bonus optional " +
    "required mandatory forbidden prohibited allowed critical essential security performance test tests testing code api " +
    "ui ux cli frontend backend database server client infrastructure infra deliverable deliverables documentation docs " +
    "error errors log logs section phase stage milestone item items point points case cases assumption " +
    "assumptions decision decisions action actions outcome conclusion caveat disclaimer exception exceptions default " +
    "defaults value values type types key keys command commands usage installation build deployment deploy " +
    "release commit commits branch naming given when and but before after good bad wrong right correct incorrect old new " +
    "current desired pro con pros cons yes no if else scenario story epic ticket page screen component module service " +
    "endpoint method function class field column table form route query event parameter parameters header footer body"
  ).split(" "),
);

/** Those that are part of many a name or role and announce something by themselves only. */
const LONE_WORDS: ReadonlySet<string> = new Set(
  "q a user human system developer first second third next last part name names".split(" "),
);

const HEADING_SIGNS =
  /注意|重要|要求|规则|规范|约束|限制|条件|任务|目标|目的|背景|上下文|问题|步骤|说明|备注|提示|警告|提醒|输入|输出|示例|例子|格式|更正|补充|另外|总结|原因|需求|功能|标准|验收|截止|预算|优先|偏好|必须|禁止|不要|务必|用户|系统|指令|计划|变更|决定|结论|方案|环境|版本|测试|性能|安全|接口|数据|文件|标题|描述|日期|时间|状态|重點|注目|条件|注記|要件|目標/;

/** True for "Important", "Acceptance criteria", "注意" and the like: what they head is the writer's own. */
export function isHeadingLabel(label: string): boolean {
  if (HEADING_SIGNS.test(label)) return true;
  const lower = label.toLowerCase();
  if (LONE_WORDS.has(lower)) return true;
  return lower.split(/[\s/&,]+/).some((word) => HEADING_WORDS.has(word.replace(/’/g, "'")));
}
