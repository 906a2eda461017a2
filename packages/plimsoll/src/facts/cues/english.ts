import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in English. */
export const ENGLISH: CueLanguage = {
  name: "English",
  edges: [r`\b`, r`\b`],
  lists: {
    amount: r`[\d$€£]`,
    /**
     * Where a clause begins: at the sentence, or after a comma, a colon, a dash, a bracket or a conjunction.
     */
    clauseStart: r`^, [,;:(—–]\s{0,2}, \s-\s, ["“*_]{1,3}, \b{clauseOpening}\s{1,2}`,
    clauseOpening: "and, but, so, then, also, please, or, just, again, always, you, i want you to",
    /** Where an order begins. */
    orderStart: r`^[^\p{L}\p{N}]{0,8}, [,;:.(—–]\s{0,2}["“]?, \s-\s, \b{orderOpening}\s`,
    orderOpening: "please, then, also, instead, just, to, and, but, so, or",
    doNot: "do not, don['’]?t",
    reader: "agents?, assistants?, contributors?, developers?, reviewers?, maintainers?, committers?",
    must: "must, should, shall, may not, may only, needs? to, ha(?:ve|s) to",
    allowed: "allowed, expected, required, supposed",
    /** Verbs in the past, which tell what happened. */
    past: r`[a-z]{2,20}ed(?<!\b{notPast})`,
    notPast: "need, exceed, proceed, feed, embed, speed, succeed, bleed, breed, seed, shed, wed, shred",
    /** A participle that only a guess has after "must have". */
    guessed: r`{participle}, {past}(?=[.,;!]|$|\s{behindPast}\b)`,
    participle:
      "been, had, gone, got, gotten, lost, broken, made, done, taken, come, seen, forgotten, thrown, known, meant, thought, chosen, written, sent",
    behindPast: r`the, a, an, my, your, our, his, her, their, it, this, that, because, when, after, before, since, while, in, on, at, by, to, with, from, due, some\w{0,8}, again, already, earlier, there, here, out, up, off, down, over`,
    /** Verbs that tell people what to do. */
    orderVerb:
      "add, adjust, aim, allow, answer, apply, archive, ask, assume, avoid, base, be, begin, block, build, bump, call, cap, catch, change, check, choose, cite, clean, close, collapse, combine, commit, compare, complete, confirm, consider, continue, convert, copy, create, cut, declare, default, define, delete, deploy, describe, disable, discard, do, document, drop, edit, emit, enable, end, enforce, ensure, escape, exclude, execute, expect, explain, export, expose, extend, fail, fetch, find, finish, fix, focus, follow, format, generate, get, give, go, group, guard, handle, hide, hold, honou?r, ignore, implement, import, include, inform, inject, inline, insert, inspect, install, invoke, isolate, keep, label, leave, let, limit, link, lint, list, load, log, look, maintain, make, mark, match, merge, mention, migrate, minimi[sz]e, mock, move, name, notify, obtain, omit, open, output, parse, pass, paste, pick, pin, place, prefer, prefix, prepare, preserve, print, produce, propose, protect, provide, publish, push, put, raise, read, rebase, record, rerun, re-run, reduce, refactor, refer, refrain, refuse, regenerate, reject, release, rely, remember, remove, rename, render, repeat, replace, reply, report, request, resolve, respect, respond, restart, restrict, retry, return, reuse, revert, review, rewrite, round, run, save, search, select, send, separate, set, ship, show, sign, skip, sort, split, squash, start, state, stay, stick, stop, store, submit, summari[sz]e, support, switch, tag, take, tell, test, think, throw, touch, track, transfer, translate, treat, trim, try, update, upgrade, use, validate, verify, wait, warn, work, wrap, write",
    /**
     * After "never" and "always": words that report instead of ordering. A past tense, a participle, a third
     * person, no verb at all.
     */
    noOrder: r`{noVerb}\b, [a-z]{2,20}(?:ed|ing|[^s\s]s)\b`,
    noVerb:
      "the, an?, in, on, at, by, for, of, is, are, was, were, be, been, to, as, up, more, less, any, that, this, it, they, he, she, when, if, true, false, null, empty, available, possible, required, optional, present, equal, same, your, our, my",
    ownVerb: "must, should, shall, may, can, cannot, is, are, was, will, has, have, never, always",
    unwanted: r`you, it, this, that, any(?!(?:thing|one|body) to (?:go|be|get) wrong)\w{0,6}, the, a, an, our, my, users?, people, to {unwantedDeed}`,
    unwantedDeed:
      "see, have, lose, break, change, make, add, use, rely, depend, introduce, support, store, send, expose, share, commit, push, deploy, install, rewrite, refactor, touch, pay, spend, wait, risk, end up",
    /** "I don't know" and the like forbid nothing. */
    noProhibition: r`know, think, remember, see, understand, believe, worry, want, need\b, care\b, mind\b, get it, forget\b(?! to)`,
    forbiddenDeed:
      "use, change, modify, touch, break, edit, delete, remove, add, install, exceed, depend, rely, commit, push, deploy, merge",
    tellsNever:
      "i, i['’]ve, have, has, had, it, this, that, which, he, she, they, was, were, is, are, am, what, almost, be, ['’]s, ['’]d, would, could, can, might, ['’]ll",
    tellsAlways:
      "i, it, this, that, which, he, she, they, have, has, had, was, were, is, are, am, can, could, might, would, ['’]ll, almost, not, nearly, as",
    /** After "must": words that make it a guess. */
    guessedBe:
      "a bug, wrong, missing, something, some kind, because, due, why, that, caused, related, nice, hard, confusing, frustrating",
    /** "No problem" and the like. */
    noAnswer: r`problem, worries, idea, thanks, need, longer, luck, matter, doubt, one\b, way\b, rush, other\b, {noSentence}(?:[\s,.!]|['’]|$)`,
    noSentence:
      "no, i, it, that, this, we, you, they, he, she, there, not, but, so, what, sorry, yes, wait, actually",
    sideEffect:
      "breaking, changing, modifying, touching, adding, using, removing, losing, altering, introducing, asking, committing, installing",
    onlyDeed:
      "use, change, edit, modify, touch, run, write, add, return, include, answer, respond, reply, allow, accept, consider, show, the, after, do, commit, support, if, when, fix, create, read, output, print, list",
    /** "only a few", "only recently" */
    onlySome: "a few, one of, then, problem, issue, thing, recently, just, now, when i, if i",
    doOnly:
      "use, change, edit, modify, touch, run, include, return, allow, accept, support, reply, answer, respond, write, should, must, may, want, do",
    keptAs:
      "unchanged, intact, as[- ](?:is|it is|they are), untouched, compatible, the same, stable, minimal, simple, short, concise, brief, small, terse, consistent, clean, private, secret, confidential, local, offline, green, separate, in sync, up to date, readable",
    needVerb:
      "use, need, want, support, require, allow, should, apply, applies, valid, needed, required, wanted, supported",
    because: "that, because, since, as",
    consent: "approval, permission, consent, confirmation, go-ahead, sign-off",
    /** Openings of a recurring condition. */
    eachTime: r`(?:if|when|before|after|once) you (?!{wantsTo})[a-z], (?:whenever|every time|each time)\b, (?:before|after) (?:each|every|any|all|[a-z]{2,16}ing)\b`,
    wantsTo: "want, need, like, prefer, are (?:looking|interested)",
    interjection: "ok, okay, also, and, so, great, thanks, thank you, sure, yes, no, hi, hello",
    weekday: "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
    month: "january, february, march, april, may, june, july, august, september, october, november, december",
    day: r`{weekday}, {month}, tomorrow, tonight, noon, midnight, eod, end of, next, \d{1,4}[-/:.\s]`,
    due: "due, deadline, finish, finished, ready, done, ship, deliver, delivered, need(?:ed)?, submit",
    bound:
      "at (?:most|least), no (?:more|less|fewer|later|longer|earlier) than, not (?:more|less|later) than, a maximum of, a minimum of, maximum",
    bounded: "limit, cap, budget, deadline, timeout, quota, max(?:imum)?, min(?:imum)?",
    lengthUnit: "words, characters, sentences, paragraphs, pages, bullet points, lines, tokens",
    rules: "requirements?, rules?, constraints?, guidelines, restrictions, conventions, non-negotiables?",
    writes: "write, keep, limit, use, summari[sz]e, answer, respond, reply, give, produce, stay, be",
    reporter:
      "errors?, exceptions?, warnings?, logs?, compiler, linter, console, message, build, ci, docs?, documentation, it",
    reports:
      "says?, said, saying, complain(?:s|ed|ing), reports?, reported, prints?, printed, shows?, reads, throws?, threw, tells me, told me",
    noReport: r`must, should, shall, may, can, will, never, always, only, not, to\b`,
    /** Words between parts of a sentence: none ends one. */
    joining:
      "an?, the, to, of, in, on, at, by, for, with, without, from, into, onto, and, or, but, nor, not, never, always, only, must, should, shall, may, be, been, don['’]?t, do not, which, if, when, unless, until, than, as, because, any, every, each, my, your, our, their, its, between, before, after, under, per, via, using",
    opening:
      "The, This, That, These, Those, It, If, When, While, Never, Always, Only, Do, Don['’]?t, Make, Ensure, Avoid, Keep, Use, Please, You, We, Also, And, But, So, Then, Thanks, Thank, No, Not, Yes, Why, How, What, Where, Who, Can, Could, Should, Would, Must, For, In, On, At, By, To, From, With, Without, All, Any, Every, Each, Be, Is, Are, There, Here, After, Before, Let, Add, Remove, Fix, Run, Write, Create, Update, Change, Your, My, Our, Their, Its, As, Or, Once, Since, Because, Until, Unless, However, Note, See, Follow, Check, Read, Return, Set, Test, Try, Put, Give, Get, Look, Think, Edit, Ask, Tell, Stop",
  },
  cues: {
    acceptance: [
      {
        pattern: r`\bacceptance criteri`,
        example: "The acceptance criteria are in the ticket.",
        counterExample: "I accept the criteria.",
      },
      {
        words: "definition of done, done when, success (?:means|is when)",
        example: "Definition of done: the page loads.",
        counterExample: "The definition is vague.",
      },
      {
        words: r`(?:is|are|be|it'?s|we'?re|you'?re)\s(?:only\s)?(?:done|complete|finished|accepted)\s(?:only\s)?(?:when|once|if|after)`,
        example: "It is only complete once QA agrees.",
        counterExample: "Is it complete?",
      },
      {
        words: r`(?:tests?|checks?|builds?|suite|ci|lint)\s(?:must|should|needs? to|have to|has to)\s(?:all\s)?(?:still\s)?(?:pass|be green|succeed)`,
        example: "The tests must all pass.",
        counterExample: "The tests all pass.",
      },
      {
        pattern: r`\buntil (?:all |every |the )?(?:\w+ ){0,2}(?:tests?|checks?|builds?) (?:pass|is green|are green)`,
        example: "Go on until the unit tests pass.",
        counterExample: "Wait until the tests start.",
      },
    ],
    limit: [
      {
        pattern: r`\b{bound}\s(?:\S+\s){0,2}{amount}`,
        example: "At most 5 retries.",
        counterExample: "At most half of them.",
      },
      {
        pattern: r`\b(?:use|allow|accept|retry|try|spend|take|keep|support|may|can|must|should|handle|pay)\b[^.;]{0,60}\bup to\s(?:\S+\s){0,2}{amount}(?!\S{0,12}\s?(?:x\b|times|%))`,
        example: "You can spend up to $50.",
        counterExample: "It can run up to 3 times faster.",
      },
      {
        pattern: r`\b{bounded}\b\s?(?:\S+\s){0,4}?(?:is|of|to|at|=|:|below|under|for)\s?(?:\S+\s){0,3}?{amount}`,
        example: "The budget is $40.",
        counterExample: "The budget grows.",
      },
      {
        pattern: r`\b(?:stay|keep|kept|remain|be|cost|costs|fit|finish|done|complete)\b.{0,60}\b(?:under|below|within|in under|less than|more than)\s{amount}`,
        example: "Responses stay below 200 ms.",
        counterExample: "We looked below 3 stones.",
      },
      {
        pattern: r`\b{due}\b.{0,60}\b(?:by|before|until|on)\s{day}`,
        example: "I need it by Friday.",
        counterExample: "We met on Friday.",
      },
      {
        pattern: r`\b{writes}\b[^.?!]{0,60}?~?\d[\d,.]{0,8}(?:\s?[–-]\s?\d[\d,.]{0,8})?\s{lengthUnit}\b`,
        example: "Answer in 100 words.",
        counterExample: "The file has 100 lines.",
      },
      {
        words: "deadline (?:is|for)",
        example: "The deadline is near.",
        counterExample: "We have a deadline.",
      },
      {
        pattern: r`[$€£]?\d[\d.,]{0,12}\S{0,8} or (?:less|fewer|more|below|above)\b`,
        example: "200ms or less.",
        counterExample: "More or less.",
      },
    ],
    rule: [
      {
        // What calls itself one, on one line: "Rules: 1) no mocks 2) no sleeps".
        pattern: r`^[^\p{L}]{0,8}(?:(?:hard|strict|the|my|our|key) )?(?:rules?|requirements?|constraints?|must-haves?)\s?[:：]\**\s{0,3}[^\s*]`,
        example: "Rules: small commits, short names",
        counterExample: "Rules are fine.",
      },
      {
        words: "do not, don['’]?t",
        at: "clause",
        followedBy: r`\s(?!{noProhibition})\w`,
        example: "Don't push to main.",
        counterExample: "I don't know.",
      },
      {
        words: "(?:i|we) (?:really |also |just )?{doNot} want {unwanted}",
        example: "We do not want any globals.",
        counterExample: "I do not want anything to go wrong.",
      },
      {
        words: "you {doNot} need to",
        example: "You do not need to migrate it.",
        counterExample: "Do you need to migrate it?",
      },
      {
        words: "never",
        notAfter: "{tellsNever}",
        followedBy: r`(?! (?:mind|know|been|seen|heard|had|got|went|came|did|[a-z]+[^s\s]s)\b)(?!(?<=\w\snever) {past}\b)`,
        example: "Never force-push.",
        counterExample: "It never worked.",
      },
      {
        words:
          "(?:must|should|shall|may|can|could|need|ought|are|is) ?(?:not|n['’]t) (?:to )?(?:be )?(?:allowed|permitted|acceptable|supposed to)",
        example: "You are not supposed to edit it.",
        counterExample: "You are supposed to edit it.",
      },
      {
        words: "must ?n['’]?o?t, should ?n['’]t, should not, shall not, (?<!may or )may not",
        followedBy: r`(?! (?:have|be (?:a problem|too hard|difficult|an issue))\b)`,
        example: "The client should not call home.",
        counterExample: "That should not be a problem.",
      },
      {
        words: "(?:you|it|this|we|that|they) (?:cannot|can['’]?t)(?= {forbiddenDeed})",
        followedBy: r`(?! (?:have|be (?:a problem|too hard|difficult|an issue))\b)`,
        example: "We cannot use the network.",
        counterExample: "We cannot see the error.",
      },
      {
        words:
          "under no circumstances, off[- ]limits, forbidden, prohibited, not allowed, not permitted, no need (?:to|for)",
        example: "The legacy folder is off-limits.",
        counterExample: "The legacy folder is old.",
      },
      {
        words: "leave .{1,80} (?:alone|untouched|as[- ]is|unchanged)",
        example: "We leave the schema alone.",
        counterExample: "We leave the office.",
      },
      {
        words: "avoid, stop, refrain from, skip, leave out, stay away from",
        at: "clause",
        followedBy: r`\s\w`,
        example: "Avoid global state.",
        counterExample: "Tests that avoid the network pass.",
      },
      {
        pattern: r`(?:^|[,;—–]\s|\b(?:and|but)\s)no (?!{noAnswer})(?!.{0,60}\b(?:needed|necessary|required|exists?|found)\b)[^?,()]{2,60}$`,
        example: "No new dependencies.",
        counterExample: "No problem.",
      },
      {
        pattern: r`\bwithout {sideEffect}\b(?<!\b(?:could|can|did|does|do|was|were) ?(?:n['’]?t|not)\b.{0,120})(?<!\b(?:impossible|unable)\b.{0,120})`,
        example: "Fix it without changing the schema.",
        counterExample: "It was impossible without changing the schema.",
      },
      {
        words: "must",
        notAfter: "i",
        followedBy: r`(?! (?:have (?:\w{1,12}ly |just |also )?{guessed}|be {guessedBe}|admit|confess)\b)`,
        example: "Names must be plain.",
        counterExample: "It must have been the cache.",
      },
      {
        words: "always",
        notAfter: "{tellsAlways}",
        followedBy: r`(?<!['’](?:s|ve|re|m) always)(?!(?<=\w\salways) {past}\b)(?! (?:been|had|got|went|came|did|[a-z]+[^s\s]s|(?:up to date|the same|there|true|possible))\b)`,
        example: "Always run the linter.",
        counterExample: "It always fails.",
      },
      {
        words: "make sure, ensure, be sure, be careful, remember to, remember that, keep in mind, take care",
        at: "clause",
        followedBy: r`\b(?<!\bi(?:['’]ll| will)\b.{0,80})`,
        example: "Make sure it builds.",
        counterExample: "These checks ensure quality.",
      },
      {
        words:
          "from now on, going forward, for all future, as a rule, at all times, no exceptions?, it(?: is|['’]s) (?:important|essential|critical|required|mandatory), (?:is|are) (?:required|mandatory)",
        example: "From now on use tabs.",
        counterExample: "Now it works.",
      },
      {
        pattern: r`\bin (?:the )?future,`,
        example: "In the future, squash commits.",
        counterExample: "The future is bright.",
      },
      {
        words: "only",
        at: "clause",
        followedBy: r` (?!{onlySome})(?:ever )?{onlyDeed}\b`,
        example: "Only touch the parser.",
        counterExample: "Only a few tests fail.",
      },
      {
        words: "{doOnly} only, (?:should|must|may|can) only, i only want",
        example: "We may only read it.",
        counterExample: "The only one is there.",
      },
      {
        pattern: r`^[^a-z]{0,8}(?:(?:please|just|then|also)\s){0,2}{orderVerb}\s[^.?!;]{1,120}\sonly[.!]?\s{0,2}$`,
        example: "Reply in English only.",
        counterExample: "The reply was in English only.",
      },
      {
        pattern: r`\b(?:it|this|that|they|everything|all|both|the \w+) (?:has|have|needs?) to (?!be (?:a|some) reason)`,
        example: "The server has to restart.",
        counterExample: "There has to be a reason.",
      },
      {
        words: "stick to, stay with, keep using, continue using, adhere to, comply with",
        at: "clause",
        followedBy: r`\b`,
        example: "Stick to the style guide.",
        counterExample: "Labels that stick to boxes.",
      },
      {
        words: "keep, leave, preserve, retain, maintain",
        at: "clause",
        followedBy: r` (?:\S+ ){1,12}{keptAs}\b`,
        example: "Keep the answers short.",
        counterExample: "Keep going.",
      },
      {
        words: "unless (?:i|we|you|it|the|asked|told|explicitly|otherwise|absolutely|specified)",
        example: "Merge unless told otherwise.",
        counterExample: "Nothing less.",
      },
      {
        pattern: r`(?<!\b{because} (?:i|we|you|they) )\b(?:no longer|not any ?more)\b(?=.{0,80}\b{needVerb}\b)`,
        example: "The flag is no longer needed.",
        counterExample: "The queue is no longer there.",
      },
      {
        pattern: r`\b(?:we|i|you) (?:no longer|don['’]?t) (?:use|need|want|support|require)\b.{0,80}\bany ?more\b`,
        example: "As of today we don't use yarn anymore.",
        counterExample: "As of today we use yarn.",
      },
      {
        words: "let['’]?s not, let us not, hands off",
        at: "clause",
        followedBy: r`\s\w`,
        example: "Let's not rewrite it.",
        counterExample: "Let's rewrite it.",
      },
      {
        words: "should (?:still |always |all |just )?(?:stay|remain|be kept|be left|keep)",
        example: "The header should stay.",
        counterExample: "The header should grow.",
      },
      {
        words:
          "(?:ask|check with|confirm with|tell|warn) (?:me|us|the user|for (?:approval|permission|confirmation)) (?:first|before), ask (?:first|before)",
        example: "Check with me before you deploy.",
        counterExample: "Check it before you deploy.",
      },
      {
        words: r`wait for (?:my|our) \w+, (?:my|our) (?:explicit |written )?{consent}`,
        example: "This needs my approval.",
        counterExample: "This needs more time.",
      },
      {
        words: r`out of scope, non-negotiable`,
        example: "Payments are out of scope.",
        counterExample: "The scope is broad.",
      },
      {
        pattern: r`[,;—–(]\s{0,2}(?:and )?nothing (?:else|more)\b`,
        example: "Print the id, nothing else.",
        counterExample: "Nothing happens.",
      },
      {
        words: "do, change, touch, delete, send, publish",
        at: "clause",
        followedBy: r` nothing\b(?! (?:wrong|else)\b)`,
        example: "Change nothing in the schema.",
        counterExample: "It will change nothing.",
      },
      {
        pattern: r`\b(?:until|unless|before) (?:i|we) (?:say|tell|ask|confirm|approve|agree|give)\b(?!.{0,40}\?)`,
        example: "Wait until I say so.",
        counterExample: "Wait until I arrive.",
      },
      // What takes the place of something said before: a new value, another person, a plan that changed.
      {
        words: "correction, change of plans?",
        at: "clause",
        followedBy: r`\s{0,2}[:,—–]`,
        example: "Change of plan: we ship Monday.",
        counterExample: "A small correction of the text.",
      },
      {
        pattern: r`\b(?:is|are) now (?:the|our|your|my|in charge of|responsible for) (?!same\b|only\b|case\b|problem\b|issue\b|error\b|question\b)\w`,
        example: "Dana is now the owner.",
        counterExample: "That is now the case.",
      },
      {
        pattern: r`\d\S{0,40}(?:\s\S{1,20}){0,2}\s(?:instead of|rather than|no longer) (?:\S{1,20}\s){0,2}\S{0,40}\d`,
        example: "Port 8080 instead of 3000.",
        counterExample: "Port 8080 instead of the old one.",
      },
    ],
    advice: [
      {
        words: "make, apply, do, keep to, find",
        at: "clause",
        followedBy: r` (?:only )?(?:the |a )?(?:minimal|smallest possible|minimum possible|smallest) (?:set of )?(?:changes?|diff|edits?)\b`,
        example: "Make the smallest possible change.",
        counterExample: "Make a big change.",
      },
      {
        words: "keep",
        at: "clause",
        followedBy: r` (?:it|them|everything|things|all of (?:it|them|this)) (?!up\b|going|on\b|in mind)\w`,
        example: "Keep it tidy.",
        counterExample: "Keep it going.",
      },
      {
        words:
          "use, run, do, call, change, edit, touch, retry, commit, push, deploy, open, read, add, write, create, install",
        at: "clause",
        followedBy: r`\s.{1,160}?\bonly (?:if|when|after|with|once|for|in|on)\b`,
        example: "Retry the call only after a minute.",
        counterExample: "Retry the call after a minute.",
      },
      {
        // What is to be done each time that something else is.
        pattern: r`^[^\p{L}]{0,8}{eachTime}[^?]{1,160},\s(?:please |always |then |also ){0,2}{orderVerb}\s`,
        example: "Before each release, run the benchmarks.",
        counterExample: "If you want to help, run the benchmarks.",
      },
      {
        words: "stay, remain",
        at: "clause",
        followedBy: r` (?:strictly |always |only )?(?:in|within|inside|on|out of|away from|under|below|off) (?:the|your|this|that|my|our|its|a|an)\b`,
        example: "Stay within the sandbox.",
        counterExample: "Stay calm.",
      },
      {
        words: "use, pick, choose, go with, write, call, put, run, work, deploy, commit, push, target",
        at: "clause",
        followedBy: r`\s[^.?!]{1,100}?(?:,\s(?:but )?not (?!sure|that\b|only|necessarily|yet|because)\w|\s(?:instead of|rather than)\s\w)`,
        example: "Use pnpm rather than npm.",
        counterExample: "Use pnpm, not sure why.",
      },
    ],
    preference: [
      {
        words: "keep",
        at: "clause",
        followedBy: r` (?:only )?(?:the|my|our|your|all|any|every|each|this|that|these|those|using) (?!in mind)\w`,
        example: "Keep the old names.",
        counterExample: "Keep going.",
      },
      {
        pattern: r`\b(?:want|like|need) to (?:only )?keep\b|\baim for\s\S{0,20}\d`,
        example: "Aim for 80% coverage.",
        counterExample: "Aim for the stars.",
      },
      {
        pattern: r`\b(?:i|we|i['’]d|we['’]d|would|strongly|generally|always)\s(?:\w+\s)?prefer\b|^prefer\b|[,;:(] prefer\b`,
        example: "I prefer tabs.",
        counterExample: "Do people prefer tabs?",
      },
      {
        words: "preferabl[ey], (?:my|our) preference, preferred",
        example: "Write it in Rust, preferably.",
        counterExample: "It has preferences.",
      },
      {
        words:
          "i(?:['’]d| would) rather, ideally, i (?:really )?(?:like|love|hate|dislike) (?:it when|to see|to have|my|the way|when)",
        example: "Ideally it starts fast.",
        counterExample: "It is an ideal start.",
      },
      {
        words: r`i(?:['’]d| would) like (?:you to|it to|the \w+ to|this to)`,
        example: "I'd like you to add a test.",
        counterExample: "I'd like coffee.",
      },
    ],
    correction: [
      {
        words: "instead(?! of (?:the )?(?:expected|returning)), rather than, not .{1,40} but",
        example: "Use port 80 instead.",
        counterExample: "It printed 3 instead of the expected 4.",
      },
      {
        words: "actually, on second thought, after all, changed my mind, change of plans?, correction",
        example: "Actually, use pnpm.",
        counterExample: "The actual plan.",
      },
      {
        words:
          "forget (?:that|about|the|what|it), scratch that, never ?mind, disregard, ignore (?:my|the|what) (?:previous|earlier|last|above|i)",
        example: "Scratch that.",
        counterExample: "I forget names.",
      },
      {
        words: "no longer, any ?more, switch(?:ing)? (?:to|from), revert, as before",
        example: "Switch to yarn.",
        counterExample: "A light switch.",
      },
      {
        pattern: r`\bupdate\s?[:：]`,
        example: "Update: we ship on Monday.",
        counterExample: "Update the docs.",
      },
    ],
    addition: [
      {
        pattern: r`\b(?:too|as well|either)[.!]{0,3}$`,
        example: "Run the linter as well.",
        counterExample: "It is too slow now",
      },
    ],
    "new state": [
      {
        words: "(?:is|are|has|have|goes|go) now, from now on",
        example: "The port is now 8080.",
        counterExample: "Do it now.",
      },
    ],
    withdrawal: [
      {
        words:
          "superseded, obsolete, outdated, no longer, not any ?more, withdrawn, lifted, revoked, retracted, rescinded, cancell?ed, taken back, untrue, false, wrongly",
        example: "Revoked rules:",
        counterExample: "Rules in force:",
      },
      { pattern: "~~$", example: "- ~~", counterExample: "- ~" },
    ],
    negation: [
      {
        words: "not, never, no, don['’]?t, avoid, stop, forbidden, prohibited, without",
        example: "Never do that.",
        counterExample: "Do that now.",
      },
      { pattern: r`n['’]t\b`, example: "It won't start.", counterExample: "It went on." },
    ],
    "claim of fact": [
      {
        pattern: r`^(?:but |well,? )?(?:actually|in fact),? (?:the|a|an|this|that|these|our|my|their|its?|they|he|she|we|i)\b`,
        example: "Actually the tests use the network.",
        counterExample: "Actually use the network.",
      },
    ],
    "modal word": [
      {
        words: "should, must, may, can, could, need, ha(?:s|ve) to, fine, ok(?:ay)?, allowed, permitted",
        example: "That is fine.",
        counterExample: "That is slow.",
      },
    ],
    address: [
      {
        // A verb without a subject. A noun that looks like one has its own verb soon: "Test names must…".
        pattern: r`(?:^|\b(?:please|then|also|instead|always|never|only|just)\s|[,;:(—–]\s{0,2})(?<={orderStart}(?:(?:always|never|only)\s)?){orderVerb}(?=[\s,;:]|$)(?!\s(?:[^\s,;:.(]{1,40}\s){0,5}{ownVerb}\b)`,
        example: "Run the linter first.",
        counterExample: "Test names must be short.",
      },
      {
        pattern: r`\b(?:never|always)(?<={orderStart}(?:you\s|we\s)?(?:never|always))\s(?!{noOrder})[a-z]`,
        example: "Never paginate lists.",
        counterExample: "The value never changed.",
      },
      {
        pattern: r`\b(?:{doNot}|ensure|make sure|be sure|be careful|only (?:if|when|after|the|ever))(?<={orderStart}[a-z'’\s]{3,12})\s\w`,
        example: "Don't squash commits.",
        counterExample: "Squashed commits don't help.",
      },
      {
        // The reader, those who give orders together with the reader, and those who do the work.
        pattern: r`\b(?:you|we|{reader})(?:['’](?:ll|re|ve|d))?\s(?:[a-z]{1,12}\s){0,2}?(?:{must}|can ?not|can['’]?t|can only|need(?:n['’]t)? to)\b`,
        example: "Contributors must sign off.",
        counterExample: "The server must answer fast.",
      },
      {
        pattern: r`\b(?:you|we|{reader})(?:['’](?:ll|re|ve|d))?\s(?:[a-z]{1,12}\s){0,2}?(?:are (?:not )?{allowed}|never|always|only|ought|{doNot}|want|prefer)\b`,
        example: "Reviewers are expected to answer.",
        counterExample: "Reviewers answered.",
      },
      {
        words: r`i(?:['’]d)?\s(?:[a-z]{1,12}\s)?(?:want|need|expect|prefer|insist|ask|require|would|like|{doNot}|never|always|only)`,
        example: "I really expect tests.",
        counterExample: "I saw tests.",
      },
      {
        words: "(?:my|our) (?:rule|policy|convention|requirement|preference|budget|deadline|limit)s?",
        example: "That is our policy.",
        counterExample: "That is their policy.",
      },
      {
        // What the work consists of.
        pattern: r`\b(?:commits?|commit messages?|pull requests?|prs?|merge requests?|(?:any|every|all|each) (?:new )?(?:code )?changes?)\b(?:\s[^\s,;:.]{1,40}){0,8}?\s{must}\b`,
        example: "Pull requests should be small.",
        counterExample: "Pull requests are small.",
      },
    ],
    "bare prohibition": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[\p{L} ]{1,30}:\s)?no [^?]{2,80}$`,
        example: "Style: no emojis in commits",
        counterExample: "There are no emojis",
      },
    ],
    "descriptive verb": [
      {
        words: "is, are, was, were, will, has, have, had, does, did, can, would",
        example: "It is green.",
        counterExample: "Go green.",
      },
    ],
    wish: [
      {
        words:
          "please, want, need, add, fix, change, create, remove, implement, write, update, make, use, run, test",
        example: "Please look.",
        counterExample: "Good morning.",
      },
      { pattern: r`\?`, example: "Why?", counterExample: "Because." },
    ],
    "opening word": [
      {
        pattern: r`^(?:(?:please|actually|no|ok|okay|and|but|so|also|now|instead|from now on|from here on|after all)[,:]?\s)+`,
        example: "please reply in french only",
        counterExample: "reply in french only",
      },
    ],
    question: [{ pattern: r`\?["'”’)\]*]{0,3}$`, example: "Why (again?)", counterExample: "Why? Because." }],
    "question form": [
      {
        pattern: r`^(?:(?:so|and|but|ok|okay|wait|hm+)[,\s]\s?){0,2}(?:(?:must|should|shall|do) (?:i|we)|why|how come)\b[^,;:—–]{0,300}$`,
        example: "So why must it be Rust",
        counterExample: "It must be Rust",
      },
    ],
    "polite request": [
      {
        pattern: r`^(?:{interjection}[,.!]?\s){0,3}(?:can|could|would|will) you (?:please |also |just )?(?:make sure|ensure|avoid|not|(?<!can you )only|always|never|keep|be sure)\b`,
        example: "Ok, could you please avoid mocks?",
        counterExample: "Could you see the mocks?",
      },
    ],
    condition: [
      {
        words:
          "(?:if|when|whenever) (?:you|i|we|they|it|he|she|people|users?) (?:really |absolutely |still )?(?:{doNot}|must(?: not)?|always|never|only|can ?not|can['’]?t|should(?: not|n['’]t)?|(?:has|have|needs?) to)",
        example: "If you really must restart it",
        counterExample: "You must restart it",
      },
    ],
    "condition word": [{ words: "if, unless", example: "if so", counterExample: "so" }],
    report: [
      {
        pattern: r`\b{reporter} (?:(?!{noReport})\w{1,12} )?{reports}\b[^,;—–]{0,400}`,
        example: "The compiler says it must be const.",
        counterExample: "The compiler must report errors.",
      },
      {
        pattern: r`\b(?:error|exception|warning)(?: message)? (?:is|was)\b[^,;—–]{0,400}`,
        example: "The error message is: must be const.",
        counterExample: "The error must go.",
      },
      {
        pattern: r`\bi(?:['’]m| am)? (?:keep )?(?:get|got|getting|see|saw|seeing) (?:an?|the|this|that) (?:\w{1,20} )?(?:error|exception|warning|message)\b[^,;—–]{0,400}`,
        example: "I keep getting the same error about names.",
        counterExample: "I get errors.",
      },
    ],
    supposition: [
      {
        pattern: r`^(?:suppose|imagine|what if|let['’]?s say|hypothetically)\b`,
        example: "What if it must be fast",
        counterExample: "It must be fast",
      },
    ],
    decision: [
      {
        words: "(?:i|we)(?:['’]ve| have)? (?:decided|chose|opted|settled on|agreed|picked)",
        example: "We agreed on SQLite.",
        counterExample: "They agreed on SQLite.",
      },
      {
        words:
          "decided to, decision (?:is|was), going with, opted for, settled on, chose to, switch(?:ed|ing) to",
        example: "The team is going with SQLite.",
        counterExample: "The team is going home.",
      },
      {
        words:
          "(?:i|we)(?:['’]ll| will) (?:go with|use|stick with|switch|keep|avoid|skip), let['’]?s (?:use|go with|stick|switch|keep|do)",
        example: "Let's use SQLite.",
        counterExample: "Let's see.",
      },
      { pattern: r`\bdecision\s?[:：]`, example: "Decision: SQLite", counterExample: "A decision." },
    ],
    intention: [
      {
        words: "(?:i|we)(?:['’]ll| will|['’]m going to| am going to|['’]m| am)",
        example: "I'll look at it.",
        counterExample: "They'll look at it.",
      },
    ],
    "open matter": [
      {
        pattern: r`\b(?:TODO|FIXME)\b`,
        caseSensitive: true,
        example: "I left a TODO in the loader.",
        counterExample: "The todo list is empty.",
      },
      {
        words:
          "follow[- ]up on, follow[- ]ups?, for later, left (?:open|undone|out|for)(?= |$), put off, postponed?, deferred, on hold, still owe, still open, yet to be, outstanding",
        example: "The migration is postponed.",
        counterExample: "The migration is done.",
      },
    ],
    "owed matter": [
      {
        words:
          "not today, later on, remind me, (?:don['’]t|do not) (?:let me )?forget, (?:get|come|go) back to, still (?:have|need|has|needs) to, still missing, at some point, before the release, tomorrow",
        example: "We still have to write the benchmark.",
        counterExample: "We wrote the benchmark.",
      },
    ],
    "settled matter": [
      {
        words:
          "done, closed?, resolved?, fixed, finished, completed?, settled, landed, merged, shipped, delivered, handled, taken care of, (?:is|are) in, (?:strike|cross|tick|check) (?:that|it|this) off, no longer needed, never ?mind, cancell?ed, forget about, is over",
        example: "The benchmark is in.",
        counterExample: "The benchmark is missing.",
      },
    ],
    "linking verb": [
      {
        words:
          "is(?: now)?, are(?: now)?, was, were, listens, runs, lives, sits, goes, go, went, moved?, moves, points?, uses?, stands, belongs, ends?, starts?, begins?, changed, became, becomes, equals, comes, takes place, should be, must be, will be, has, have, answers, (?:is|was|are|were) set",
        example: "The mock server listens on port 80.",
        counterExample: "The mock server, port 80",
      },
    ],
    announcement: [
      {
        pattern: r`^\W{0,4}(?:(?:ok(?:ay)?|great|good|perfect|now|next|first|then|so|sure|right)\b[\s,.!:]{0,3}){0,3}(?:let(?: me|['’]s| us)|(?:i|we)(?:['’]ll| will| need to| should|['’]m going to)|time to)\s`,
        example: "Now let me look at the tests.",
        counterExample: "The tests pass, so I will push.",
      },
    ],
    contrast: [
      { words: "instead of, rather than", example: "A rather than B", counterExample: "A rather large B" },
    ],
    rejection: [
      {
        words: "instead of, rather than, in place of, as opposed to, over, not",
        example: "SQLite over Postgres",
        counterExample: "SQLite and Postgres",
      },
    ],
    consideration: [
      { pattern: r`\?$`, example: "Use SQLite?", counterExample: "Use SQLite." },
      {
        words: "could, might, maybe, perhaps, consider(?:ing)?, whether, should (?:i|we), what if",
        example: "Maybe SQLite.",
        counterExample: "SQLite it is.",
      },
    ],
    reason: [
      {
        pattern: r`\bbecause\b|\bsince\b(?! (?:the )?(?:beginning|last|yesterday|\d))|\bso that\b|\bdue to\b|\bas it\b|\bthe reason\b`,
        example: "SQLite, because it is small",
        counterExample: "SQLite since yesterday",
      },
    ],
    "reason clause": [
      {
        pattern: r`[,;]?\s(?:because|since|so that|due to|as it)\s.{1,400}$`,
        example: "SQLite, because it is small",
        counterExample: "SQLite",
      },
    ],
    blocker: [
      {
        words:
          "(?:is|are|am|['’]m|we['’]re|remains?) (?:still )?blocked(?: by| on| until)?, blocker, blocked (?:by|on|until)",
        example: "The release is still blocked.",
        counterExample: "The release is out.",
      },
      {
        words: "(?:cannot|can['’]?t) (?:proceed|continue)",
        example: "I cannot proceed.",
        counterExample: "I can proceed.",
      },
      {
        words:
          "waiting (?:for|on) (?:the |your |an? )?(?:approval|access|credentials|review|confirmation|answer|reply)",
        example: "Waiting for the review.",
        counterExample: "Waiting for the bus.",
      },
      {
        words: "needs? (?:your )?(?:approval|access|credentials)",
        example: "The job needs credentials.",
        counterExample: "The job needs memory.",
      },
      {
        pattern: r`\bblock(?:ed|ing|er)\s?[:：]`,
        example: "Blocking: no VPN",
        counterExample: "Blocking calls are slow",
      },
    ],
    risk: [
      {
        words: "risk(?:y|s)?(?: is| of| that), known issue, (?:a|one) concern is, open question",
        example: "The risk is data loss.",
        counterExample: "Nothing to fear.",
      },
      {
        words: "not (?:yet )?(?:tested|verified|covered), untested, unverified",
        example: "The migration is untested.",
        counterExample: "The migration is tested.",
      },
      {
        words: "(?:may|might|could) break, still fails, remains (?:open|unresolved)",
        example: "This might break old clients.",
        counterExample: "This broke old clients.",
      },
      {
        pattern: r`\b(?:risks?|caveat|(?:a|one) concern|to ?do)\s?[:：]`,
        example: "Caveat: slow on Windows",
        counterExample: "There is a caveat",
      },
    ],
    "approval question": [
      {
        words: "(?:shall|should|may|can) i (?:proceed|go ahead|continue|start|apply|run|delete|push|deploy)",
        example: "Shall I deploy?",
        counterExample: "I shall deploy.",
      },
      {
        words:
          "do you (?:approve|confirm|want me to (?:proceed|go ahead|continue)), please (?:confirm|approve), (?:confirm|approve) (?:to|before|if)",
        example: "Please confirm.",
        counterExample: "You confirmed.",
      },
      {
        words: `reply (?:with )?["“']?yes`,
        example: 'Reply with "yes".',
        counterExample: "He replied yes.",
      },
    ],
    refusal: [
      {
        pattern: r`^(?:i['’]?m|i am|we are|we['’]?re)?\s{0,3}(?:very |so |really )?(?:sorry|unable|afraid|apologi[sz]e)\b.{0,80}\b(?:can['’]?t|cannot|can not|unable|not able|won['’]?t|will not|assist|help)\b`,
        example: "I'm sorry, but I can't do that.",
        counterExample: "I'm sorry for the noise.",
      },
      {
        pattern: r`^as an ai\b|^i (?:can['’]?t|cannot|won['’]?t|am unable to|am not able to) (?:help|assist|comply|do that|summari[sz]e|provide|continue|process|fulfil)`,
        example: "As an AI, this is beyond me.",
        counterExample: "I cannot find the file.",
      },
    ],
    "rules heading": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[^\s:]{1,30}\s){0,4}(?:{rules}|must|do nots?|don['’]?ts)\b(?:\s[^\s:]{1,30}){0,3}[:*\s]{0,4}$`,
        example: "## Coding conventions",
        counterExample: "## Coding",
      },
      {
        pattern: r`\b(?:{rules}|must|do nots?|don['’]?ts)(?:\s[^\s:]{1,20}){0,2}\s?[:：]\**$`,
        example: "We follow here, as everywhere else, these same rules:",
        counterExample: "Rules: none of them is new to any of us here",
      },
    ],
    "name of rules": [
      {
        words: "{rules}, do nots, don['’]?ts, criteria",
        example: "Our rules",
        counterExample: "Our files",
      },
    ],
    "acceptance heading": [
      {
        words: "(?:acceptance|success) criteria, definition of done, (?:done|complete) when",
        example: "Done when:",
        counterExample: "Done:",
      },
    ],
    "request tag": [
      {
        pattern:
          "user|query|task|request|instruction|requirement|rule|constraint|question|prompt|goal|objective",
        example: "user_query",
        counterExample: "document",
      },
    ],
    greeting: [
      {
        pattern: r`^(?:hey|hi|hello|dear|yo|ok|okay)\b`,
        example: "Hey Claude, look",
        counterExample: "Claude, look",
      },
    ],
    "speaker role": [
      {
        pattern: r`^(?:interviewer|interviewee|candidate|host|guest|moderator|speaker \w{1,3}|caller|callee|agent|representative|operator)$`,
        example: "moderator",
        counterExample: "dana",
      },
      {
        pattern: "^(?:customer|patient|doctor|therapist|teacher|student|journalist|reporter)$",
        example: "doctor",
        counterExample: "docs",
      },
    ],
    party: [
      {
        pattern: r`^(?:user|human|you|me|assistant|ai|bot|system|developer|tool|agent|claude|gpt|chatgpt|codex)\b`,
        example: "assistant",
        counterExample: "dana",
      },
    ],
    dialogue: [
      { pattern: r`\?`, example: "Any news?", counterExample: "No news." },
      {
        words: "i, you, we, me, my, your, our, us, let['’]s, yeah, okay, ok, hi, hello, thanks, thank",
        example: "We tried that.",
        counterExample: "The server restarts.",
      },
    ],
    "transcriber note": [
      {
        pattern: r`\((?:laugh(?:ter|s|ing)?|inaudible|unintelligible|crosstalk|pause|applause|music|silence|noise|cough(?:s|ing)?|sighs?)\)`,
        example: "Well (laughs) yes",
        counterExample: "Well (maybe) yes",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_]){joining}[*_]{0,2}$`,
        example: "Do it without",
        counterExample: "Do it well",
      },
    ],
    "sentence opening": [
      {
        pattern: r`^{opening}\b`,
        caseSensitive: true,
        example: "However late",
        counterExample: "Plimsoll however",
      },
    ],
    "legal phrase": [
      {
        words: "permission is hereby granted, hereby grants?, this permission notice, all rights reserved",
        example: "All rights reserved.",
        counterExample: "All tests reserved a port.",
      },
      {
        words:
          "without warrant(?:y|ies), warranties of, merchantability, fitness for a particular purpose, in no event (?:shall|will)",
        example: "WITHOUT WARRANTY OF ANY KIND",
        counterExample: "without a test of any kind",
      },
      {
        words:
          "redistributions? (?:and use |of source code |in binary form ), source and binary forms, this list of conditions, the following (?:conditions|disclaimer), endorse or promote products",
        example: "to endorse or promote products",
        counterExample: "to promote products",
      },
      {
        words:
          "in compliance with the licen[cs]e, required by applicable law, gnu (?:lesser |affero )?general public licen[cs]e",
        example: "GNU General Public License",
        counterExample: "a general licence",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:from|sent|date|to|cc|bcc|subject|reply-to)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Subject: release",
        counterExample: "Subject to change",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**from\**\s{0,2}[:：]`, example: "From: dana", counterExample: "From dana" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?(?:original message|forwarded message)\s?-{2,12}\s{0,4}$|^\s{0,4}begin forwarded message:\s{0,4}$`,
        example: "----- Forwarded message -----",
        counterExample: "Forwarded message",
      },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}on\s.{6,120}\swrote(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "On Mon, Jan 5, Dana wrote:",
        counterExample: "On Monday Dana wrote a test.",
      },
    ],
  },
  wordLists: {
    "stop word": {
      words:
        "a, an, the, this, that, these, those, it, its, is, are, was, were, be, been, being, am, do, does, did, done, doing, don, t, s, d, ll, ve, re, i, you, we, they, he, she, me, my, your, our, their, them, us, and, or, but, so, then, if, when, while, as, of, in, on, at, by, for, to, from, with, without, into, onto, over, under, about, not, no, nor, never, always, must, should, shall, may, might, can, could, would, will, only, just, also, please, make, sure, ensure, prefer, preferably, need, needs, have, has, had, use, using, used, any, all, every, instead, actually, rather, than, longer, anymore, more, most, least, less, change, plan, forget, again, now, want, let, lets, let's, don't, don’t, doesn't, isn't, won't, can't, cannot, what, which, who, how, there, here, up, out, off, very, too, much, many, get, go",
      example: "without",
      counterExample: "deploy",
    },
    "talk stop word": {
      words:
        "that, this, with, from, have, what, your, they, them, their, there, about, would, could, should, will, just, then, than, when, where, which, were, been, being, because, into, over, some, such, very, also, only, more, most, other, these, those, here, does, doing, done, make, made, like, know, think, mean, well, yeah, okay, right, really, actually, going, gonna, want, wanna, thing, things, something, anything, everything, kind, sort, maybe, probably, quite, still, even, much, many, lots, getting, come, came, goes, went, take, took, says, said, saying, look, looking, sure, good, yes, don't, that's, it's, can't, won't, didn't, doesn't, isn't, wasn't, there's",
      example: "gonna",
      counterExample: "budget",
    },
    hesitation: {
      words: "um, umm, uh, uhh, uhm, er, erm, eh, ah, hm, hmm, mm, mmm, mhm, mm-hmm, uh-huh",
      example: "uh-huh",
      counterExample: "yes",
    },
    "heading word": {
      words:
        "important, note, notes, nb, rule, rules, requirement, requirements, constraint, constraints, condition, conditions, restriction, restrictions, guideline, guidelines, convention, conventions, policy, policies, must, never, always, only, not, do, don't, dont, dos, don'ts, please, task, tasks, goal, goals, objective, objectives, aim, target, targets, context, background, input, inputs, output, outputs, expected, actual, result, results, step, steps, bug, bugs, issue, issues, problem, problems, feature, features, fix, fixes, todo, to-do, warning, warnings, caution, attention, reminder, remember, hint, hints, tip, tips, fyi, info, information, question, questions, answer, answers, example, examples, deadline, budget, limit, limits, scope, acceptance, criteria, criterion, definition, title, subject, description, summary, detail, details, format, style, tone, language, file, files, folder, path, url, link, version, date, time, environment, priority, status, plan, plans, change, changes, update, updates, correction, edit, ps, p.s, option, options, finally, then, also, reason, because, instruction, instructions, request, requests, prompt, preference, preferences, wish, want, need, needs, bonus, optional, required, mandatory, forbidden, prohibited, allowed, critical, essential, security, performance, test, tests, testing, code, api, ui, ux, cli, frontend, backend, database, server, client, infrastructure, infra, deliverable, deliverables, documentation, docs, error, errors, log, logs, section, phase, stage, milestone, item, items, point, points, case, cases, assumption, assumptions, decision, decisions, action, actions, outcome, conclusion, caveat, disclaimer, exception, exceptions, default, defaults, value, values, type, types, key, keys, command, commands, usage, installation, build, deployment, deploy, release, commit, commits, branch, naming, given, when, and, but, before, after, good, bad, wrong, right, correct, incorrect, old, new, current, desired, pro, con, pros, cons, yes, no, if, else, scenario, story, epic, ticket, page, screen, component, module, service, endpoint, method, function, class, field, column, table, form, route, query, event, parameter, parameters, header, footer, body",
      example: "acceptance",
      counterExample: "dana",
    },
    "lone heading word": {
      words: "q, a, user, human, system, developer, first, second, third, next, last, part, name, names",
      example: "system",
      counterExample: "sys",
    },
    "decision verb": {
      words:
        "use, using, used, go, going, choose, chose, chosen, pick, picked, decide, decided, decision, adopt, adopted, select, selected, switch, switched, keep, kept, stay, stick, settle, settled, will, let, user, assistant, agreed, opt, opted, decid, settl, chos, agre",
      example: "decid",
      counterExample: "deploy",
    },
    "finished state": {
      words: "true, done, complete, completed, finished, closed, checked",
      example: "done",
      counterExample: "open",
    },
    "open state": {
      words:
        "open, opened, reopened, pending, new, todo, to do, draft, queued, waiting, blocked, in review, in_review, under review, unresolved, unassigned, planned, scheduled, requested, awaiting approval, needs review, on hold, incomplete",
      example: "pending",
      counterExample: "delivered",
    },
    "active state": {
      words: "in_progress, in progress, in-progress, inprogress, active, doing, current, started, running",
      example: "doing",
      counterExample: "done",
    },
  },
};
