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
    agreed:
      "ok(?:ay)?, fine, good, great, al(?:l )?right, agreed, understood, sure, right, got it, sounds good, yes",
    reader: "agents?, assistants?, contributors?, developers?, reviewers?, maintainers?, committers?",
    must: "must, should, shall, may not, may only, needs? to, ha(?:ve|s) to",
    allowed: "allowed, expected, required, supposed",
    /** Verbs in the past, which tell what happened. */
    past: r`[a-z]{2,20}ed(?<!\b{notPast})`,
    notPast: "need, exceed, proceed, feed, embed, speed, succeed, bleed, breed, seed, shed, wed, shred",
    /** A participle that only a guess has after "must have". */
    guessed: r`{participle}, {past}(?=[.,;!]|$|\s{behindPast}\b)`,
    participle:
      "been, had, gone, got, gotten, lost, broken, made, done, taken, come, seen, forgotten, thrown, known, meant, thought, chosen, written, sent, hung, frozen, fallen, crept, slept, run, hit, cut",
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
    rules:
      "requirements?, rules?, constraints?, guidelines, restrictions, conventions, non-negotiables?, (?:my|our|the|some) conditions, (?:working )?agreement, what matters(?: for [a-z ]{2,30})?, things to (?:respect|remember|keep in mind|observe), (?:please )?(?:respect|observe)(?: the following| these| this)?(?=:)",
    writes: "write, keep, limit, use, summari[sz]e, answer, respond, reply, give, produce, stay, be",
    reporter:
      "errors?, exceptions?, warnings?, logs?, compiler, linter, console, message, build, ci, docs?, documentation, it",
    reports:
      "says?, said, saying, complain(?:s|ed|ing), reports?, reported, prints?, printed, shows?, reads, throws?, threw, tells me, told me",
    noReport: r`must, should, shall, may, can, will, never, always, only, not, to\b`,
    number: r`\d[\d.,]{0,12}, {numberWord}`,
    numberWord:
      "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, twenty, thirty, fifty, hundred, half, a single",
    /** Things of which one speaks in general when one says how they are to be. */
    conventionNoun:
      "names?, branch(?:es)?, files?, filenames?, constants, functions, methods, tables?, columns?, components, hooks, tests?, specs, comments?, titles?, headings, headlines, dates, times, timestamps, amounts, prices, commits?, messages?, prs?, pull requests?, migrations?, fields?, keys?, endpoints?, routes, class(?:es)?, variables?, modules?, folders?, labels?, numbers?, strings?, ids?, secrets, passwords, credentials, mails?, e-?mails?, reports?, docs, documents, errors, events?, types?, interfaces, enums, packages?, tags?, releases?, versions?, urls?, logs?, answers?, replies, responses, sentences, paragraphs, lists?, images?, figures?, tickets, invoices?, currencies, fixtures, snapshots, styles, queries, scripts?, configs?, settings, flags?, imports?, exports?, headers?, changes, indentation, units, links, footnotes, sources, pages",
    /** How one says that such things are: "end in", "are called", "live in". */
    conventionVerb: r`(?:end|start|begin)s? (?:in|with), (?:is|are) (?:always |only |all )?{conventionState}, go(?:es)? (?:out )?(?:in|into|to|through|under|at), (?:live|belong|stay)s? (?:in|under|at|on), comes? from, looks? like, gets? (?:an?|their|its|the|one), (?:is|are) in [a-z-]{2,20}(?: case|case)?\b, carry, carries`,
    conventionState:
      "called, named, written, prefixed, suffixed, numbered, sorted, ordered, spelled, spelt, capitali[sz]ed, stored, addressed, formatted, shown, signed, indented, quoted, escaped, grouped, dated, versioned, singular, plural, past tense, present tense, imperative, upper ?case, lower ?case, kebab-case, snake_case, camelcase, full sentences, lazy, optional, read-only, immutable",
    /** Verbs whose order holds as long as nobody takes it back. */
    lastingVerb:
      "use, keep, stay, stick, avoid, leave, treat, assume, prefer, address, name, call me, refer to, quote, spell, capitali[sz]e, indent, prefix, suffix, tag, label, number, sign, squash, format, round, cite, pin, escape, log, store, connect, restrict, limit, confine, write to me, talk to me, speak, answer, reply, respond",
    /** What follows a condition or a reason and is no single deed. */
    lastingOrder: r`(?:please |just |then |always |you (?:should |must )?){0,2}(?:no\s, {doNot}\b, never\b, only\b, nothing\b, {lastingVerb}\b, {conditionalVerb}\b)`,
    conditionalVerb:
      "ask, add, bump, check with, close, commit, create, delete, document, don['’]?t, drop, escalate, file, fix, flag, freeze, ignore, include, inform, mark, merge, move, notify, open, page, ping, pick, put, quarantine, raise, rebase, record, regenerate, remove, rename, replace, report to, retry, revert, roll back, run, send, set, skip, split, stop, switch, take, tell, update, vendor, wait, warn, wrap, write, go through, default to, fall back, it goes, they go",
    otherPeople:
      "cat, dog, kids?, child(?:ren)?, son, daughter, brother, sister, mother, mum, mom, father, dad, wife, husband, uncle, aunt, grandmother, grandma, grandfather, neighbou?rs?(?:['’]s? [a-z]+)?, landlord, doctor, dentist, teacher, school, lawyer, insurance, airline, bank, gym, church, club, flatmate, roommate, cousin, nephew, niece, in-laws",
    sayer: r`he, she, they, it, somebody, someone, everybody, everyone, people, nobody, you, (?:the|a|an|this|that|their|our|its|his|her|my|your) (?:[\w'’-]{1,20} ){0,3}{sayingThing}`,
    sayingThing:
      "readme, docs?, documentation, manual, page, man page, wiki, faq, spec(?:ification)?, rfc, guide, book, article, post, ticket, issue, comment, licen[cs]e(?: text)?, contract, sticker, label, sign, button, tooltip, placeholder, banner, slogan, title, tweet, chapter, film, movie, song, poem, story, corpus, fixture, string, text, screenshot, plan, message, mail, e-?mail, customer, client, vendor, colleague, doctor, guard, pilot, teacher, lawyer, neighbou?r, boss, friend, grandmother, error, log, linter, compiler",
    said: "say, says, said, saying, tell, tells, told, claims?, claimed, yells?, yelled, shouts?, shouted, cried, reads?, states?, stated, writes, wrote, suggests?, suggested, recommends?, recommended, warns?, warned, promised, asked, argued?, argues, thinks?, thought, contains?, contained",
    /** Conditions that come up once. */
    passing: r`(?:that|this|it|you)(?:['’]s|['’]re| is| are) (?:done|finished|ready|fine|ok|good|sure)\b, you (?:have (?:a|time)|want|like|need|can|get)\b, possible\b, it (?:works|fails|helps|passes)\b, i\b`,
    noFact:
      "guess, question, problem, point, hope, theory, idea, opinion, feeling, impression, mistake, bad, fault, plan, hunch, concern, issue, understanding, tests?, builds?, code, server, screen, page",
    guessedState:
      "dead, down, stale, tired, broken, joking, kidding, busy, proud, hungry, crazy, mad, lost, stuck, asleep, drunk, possessed, cursed, corrupt(?:ed)?, offline, hung, overloaded, outdated, full, empty then, him, her, them, me, the (?:cache|proxy|network|weather|cable|driver|firewall|clock)",
    toldVerb:
      "got, went, came, had, did, saw, said, ran, made, took, gave, found, knew, worked, finish(?:es)?, works?, fails?, crash(?:es)?, hangs?, stops?, returns?, reads?, writes?, forgets?, happens?, answers?, use that, understand, liked, seems?, shows?, gets? (?:stuck|lost), comes?, goes, takes?, breaks?, dies, loads?",
    languageName:
      "english, german, french, spanish, russian, chinese, japanese, korean, arabic, hindi, italian, portuguese, dutch",
    asksLasting: r`n['’]t\b, \b(?:not|never|always|only|every|each|no|stayed|kept|left|used|all)\b`,
    noValue: r`(?:the|an?|in|on|with|to|as|at|what|that|it|this|about|sure|only|necessarily|yet|because|more|less|later|so|all|any|every|just|really|too|very|needed|allowed|ok)\b`,
    exactName: r`\p{Lu}[\p{L}.'’-]{1,30}, \S{0,40}[\d_@/]\S{0,40}, Q`,
    start: r`^[^\p{L}\p{N}]{0,8}`,
    loosened:
      "longer, shorter, bigger, larger, smaller, more, fewer, wider, higher, lower, later, earlier, slower, faster",
    dueVerb:
      "have, has, must, need, want, should, please, ready, merged, freeze, ship, deliver, send, submit, finish, done, hand, due",
    beforeNo: "and, but, so, please, pls, plz, absolutely, ok",
    allowedDeed: "ok, fine, allowed, permitted, used, contacted, edited, touched",
    fromThen: "here, this point, there, this day, today, tomorrow, monday",
    startingAt: "now, today, tomorrow, this week, with this, from now",
    consequence: "so, which means, that means",
    answerForm: "in, with, as, by, using, only",
    everyVerb: "is, are, gets?, goes, needs?, has, carries, links, ends, starts, comes, stays, uses",
    somewhat: "not , no , a big , a , really , very , quite , rather , more of a , all ",
    likedThing: "it, this, that, the, these, those, how, what, your, his, her, their, mondays?, coffee, you",
    telling:
      "is, are, was, were, has, have, had, went, got, did, does, do, will, it, he, she, they, i, we, took, ran, came, printed, returned",
    tellingVerb: r`is, are, was, were, has, have, had, does, do, did, will, can, fail\w{0,3}, broke, return\w{0,3}`,
    conventionPlace: "in, with, without, as, under, per, before, after, next to, on, behind, to",
    customVerb:
      "use, deploy to, pay with, pay by, work with, build with, target, support, run on, test with, store, keep, write, ship to, go with",
    generalVerb:
      "name, call, quote, format, sign, squash, prefix, suffix, tag, label, number, indent, wrap, sort, round, spell, address, capitali[sz]e, pin, cite, escape, group, store, put",
    singleThing: "it, this, that, them, the, me, a, an, these, those",
    wording:
      "slogan, title, label, text, string, sentence, tweet, placeholder, caption, tooltip, motto, password, first line, subject, name of the track",
    furtherOrderVerb:
      "{orderVerb}, pause, post, quote, number, sign, freeze, post, page, ping, quarantine, squash, tag, number, order, stop, wait",
    beforeOrder:
      "please, pls, plz, then, also, and, but, so, ok, okay, always, just, now, first, kindly, still, btw",
    beforeOneOff:
      "please, pls, plz, then, also, and, but, so, ok, okay, just, now, first, can you, could you",
    commissionVerb:
      "book, send, reserve, ship, order, invite, schedule, deliver, mail, e-?mail, pay, transfer, charge, refund, forward, register, take, cc, submit, set up, plan, meet, call, make it, leave, depart, arrive, put, move, buy, rent",
    beforeCommission: "please, pls, actually, then, also, and, but, so, ok, okay, just, now, instead, no",
    avoidedThing: "{languageName}, meat, milk, nuts, gluten, alcohol, fish, red, green, colou?rs?",
    appointment:
      "demo, meeting, launch, release, review, call, appointment, flight, train, event, presentation, interview, workshop, party, dinner, room, hotel, kick-?off, sprint, exam, show, address, office, contact, owner",
    appointedAt: r`on, at, in, by, tomorrow, today, next, [a-z]{0,2}\d`,
    fully: "now , also , perfectly , totally , again , absolutely ",
    nameOfRule:
      "rule, thing, limit, restriction, requirement, condition, constraint, policy, ban, part, bit, business, deadline",
    notNeeded: "don['’]?t, do not, doesn['’]?t, no longer, needn['’]?t, isn['’]?t, aren['’]?t, not",
    duty: "ask, wait, check, worry about, use, run, keep, add, write, send, stick, go through, get",
    onceDemanded: "allowed, permitted, supposed, required, forbidden, obliged, expected, banned",
    thankedFor: "must have, must be, always, never, only, seen, was, is, should do, don['’]?t",
    bindingVerb:
      "must, must ?n['’]?t, has to, have to, is, are, isn['’]t, aren['’]t, only, can['’]?t, cannot, never, always, doesn['’]?t, don['’]?t, won['’]?t, may, should, said, told, says",
    countedOnly:
      "of, out of, tests?, users?, people, answers?, times?, days?, minutes?, hours?, left, worked, failed, passed, came, showed",
    happened: "worked, did, came, answered, survived, failed, passed, knew, responded, showed",
    didNot: "doesn['’]?t, does not, didn['’]?t, did not, don['’]?t, won['’]?t, couldn['’]?t, wasn['’]?t",
    neverDone: "seen, heard, had, got, been, came, went, worked, liked, understood, knew, said, thought",
    tightBound: "under, below, within, less than, smaller than, faster than, by, before",
    forAll: "left, for (?:this|the|that|all|everything), on this, at (?:most|hand), available",
    handles:
      "touches, leaves, goes, gets, edits, changes, merges, deploys, enters, writes, reads, sees, ships, moves, is (?:to be|ever), may, should, must, shall",
    weAre: r`we['’]re, we are, they['’]re, they are, (?:prod(?:uction)?|staging|ci|the \S{1,20}) (?:is|runs|are|run)`,
    hoped:
      "work, be (?:fine|ok(?:ay)?|good|enough|there|done|ready|possible|fixed|safe|obvious|clear), do, have, now, help, suffice",
    givenAs:
      "comes? from, stays?, remains?, (?:is|are) (?:part of|relevant to|in the hands of), depends? on, matters?, goes (?:through|into)",
    inForce:
      "need(?:s|ed)?, ha(?:s|ve) to, required?, necessary, appl(?:y|ies), valid, in force, holds?, want(?:ed)?, matters?, forbidden, limited, banned, locked, frozen",
    modal: "should, must, shall, may, can, could, will, would",
    toldOf: r`i, we, he, she, they, it, nobody, somebody, everybody, users?, customers?, the [\p{L}-]{2,20}(?: (?!{modal}\b)[\p{L}-]{2,20})?`,
    please: "please, pls, plz",
    singleDeed:
      "show, list, explain, find, look, (?:have|take) a look, compare, read, open, tell, give, describe, search, grep, print, summari[sz]e, see, try, go on, continue, check (?:if|whether|how|why|that|the|all), count, undo, investigate, analy[sz]e, debug, review, fix, remove, delete, rename, add (?:all|any), rerun, re-run, let me know, go ahead, let['’]s, (?:prepare|cut|ship|draft|tag|publish|make|do) (?:the |an? |another )?(?:release|version|tag)",
    attention:
      "fyi, for the record, for your information, just so you know, so you know, remember, reminder, note, nb, mind you, don['’]?t forget, (?:please )?(?:note|remember|keep in mind|bear in mind)(?: that)?",
    ownState: r`deaf, blind, colou?r-?blind, allergic, vegetarian, vegan, left-handed, dyslexic, diabetic, pregnant, on (?:a|the) [\p{L}-]{2,20} (?:diet|plan|laptop|mac), based in, from, an? [\p{L}-]{3,20} (?:by trade|speaker)`,
    lifted:
      "lifted, off the table, revoked, withdrawn, relaxed, no longer (?:in force|valid|needed|required|necessary)",
    setVerb:
      "make (?:that|it), let['’]?s (?:say|make (?:it|that)), raise, lower, reduce, increase, bump, cut, extend, change, set, move, push, shift, switch, update",
    moved:
      "moved, changed, went up, went down, pushed(?: back)?, shifted, raised, lowered, bumped, cut, extended, postponed, rescheduled, delayed, brought forward, increased, reduced, dropped, switched(?: over)?, migrated, renamed, came down, grew, brought down",
    longAgo: r`last (?:year|month|summer|winter|spring|autumn|time), years ago, at (?:university|school|college), in college, until \d{4}, when i (?:started|joined|was), as a (?:kid|child|student|junior), my (?:previous|old|former|last|first) (?:employer|boss|company|team|job)`,
    /** Words that open a sentence and are no order. */
    noOrderWord:
      "i, you, we, he, she, it, they, this, that, these, those, there, here, what, why, how, when, where, who, which, whose, is, are, was, were, be, do, does, did, can, could, should, would, will, must, may, might, shall, have, has, had, the, an?, my, our, your, his, her, their, its, if, unless, because, since, as, while, after, before, once, and, or, but, so, then, also, no, not, yes, ok, okay, thanks, thank, all, every, each, any, some, both, most, many, only, just, even, maybe, perhaps, in, on, at, by, for, from, to, with, without, of, about, like, nothing, nobody, everyone, everybody, something, someone, somebody, today, yesterday, tomorrow, now, still, again, never, always, sometimes, often, usually, whether, than, until, let['’]?s, please, hey, hi, hello, sorry, same, such, half, part, end, ever, yet, too",
    /** A verb in the form of an order, before what it is to be done to. */
    anyOrder: r`(?!{noOrderWord}\b)[a-z]{2,14}(?<!s|ed|ing|ly|tion|ment)(?: up| out| off| down| back)? (?:an?|the|every|each|all|any|your|my|our|this|these|those|it|them|me|us|one)\b`,
    lasting: r`not, never, always, only, keep\w*, leav\w{1,3}, avoid\w*, stop\w*, stick\w*, stay\w*, refrain\w*, make sure, ensure`,
    /** What one says of things that fail. */
    failing: r`\w+ing, broken, slow, red, missing, wrong, gone, down, empty, green, fine, ok, okay, problems?, issues?, trouble, errors?, bad, good, nice, great, angry, happy, lazy, stuck, late, dead, worse, better, weird, strange, hard, easy, flaky, fun`,
    somebody:
      "users, people, customers, clients, developers, managers, colleagues, kids, friends, meetings, others, guys, folks, guests, visitors, neighbou?rs, teams, things, times, thanks, sounds, looks, seems, always, is, was, has, does",
    ruleVerb:
      "are, have, use, get, take, go, need, start, end, begin, contain, live, stay, belong, follow, carry, look like, wait, link, come, expire, require, return",
    protectedState:
      "protected, frozen, read-only, locked, generated, immutable, confidential, reserved, set in stone, sealed, proprietary, classified, auto-generated",
    comparison:
      "larger, bigger, smaller, further, farther, higher, lower, wider, longer, shorter, older, newer, slower, faster, more, less, fewer, later, earlier, deeper, heavier",
    quantity: r`{number}, an? (?:hour|minute|day|week|second|month|line|page|line|screen|dozen|coffee)`,
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
        example: "It is complete if QA agrees.",
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
      {
        words: "(?:done|ready|finished|complete|success) means",
        example: "Ready means: reviewed by Kim.",
        counterExample: "This means trouble.",
      },
      {
        words: r`success criterion, (?:i|we)(?:['’]ll| will)? (?:only )?(?:accept|consider|count|call|take) (?:it|this|that|the \w+) (?:as )?(?:done |finished |complete |ready )?(?:only )?(?:when|once|if|as soon as)`,
        example: "I'll accept it when it is fast.",
        counterExample: "I accept it as it is.",
      },
      {
        words:
          "(?:we|i)(?:['’]ll)? (?:can |will )?(?:only )?(?:ship|release|merge|sign off|go live) (?:it |this )?(?:only )?(?:when|once|as soon as)",
        example: "We go live once Kim agrees.",
        counterExample: "We go live on Monday.",
      },
      {
        words: "only call (?:it|this|that) (?:done|finished|complete|ready)",
        example: "Only call it done if QA agrees.",
        counterExample: "Call it what you like.",
      },
      {
        pattern: r`\b(?:done|finished|complete|completed|ready|good|happy|satisfied|accepted|content) (?:only )?(?:when|once|as soon as)\b(?<!\b(?:was|were|are you|is it)\b.{0,80})`,
        example: "I'm happy once the page loads.",
        counterExample: "I was happy when it rained.",
      },
    ],
    limit: [
      {
        pattern: r`\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:,? (?:and|or) (?:mon|tues|wednes|thurs|fri|satur|sun)days?){1,3} only\b`,
        example: "Calls on Mondays and Fridays only.",
        counterExample: "Calls on Mondays and Fridays.",
      },
      {
        pattern: r`\b{bound}\s(?:\S+\s){0,2}{amount}`,
        example: "At most 5 retries.",
        counterExample: "At most a few of them.",
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
        example: "Seats cost less than 50 euros each at that place.",
        counterExample: "We found it below 3 stones.",
      },
      {
        pattern: r`\b{due}\b.{0,60}\b(?:by|before|until|on)\s{day}`,
        example: "Finish on Friday.",
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
      {
        pattern: r`\b(?:at (?:most|least)|no (?:more|less|fewer|later|longer|earlier) than|not (?:more|less|later) than|a m(?:ax|in)imum of)\s(?:\S+\s)?{numberWord}\b`,
        example: "At most one deploy a day.",
        counterExample: "At most a guess.",
      },
      {
        pattern: r`(?:^|[,;:(]\s?|\b(?:and|but)\s)(?:max(?:imum)?|min(?:imum)?)\.?\s{number}\b`,
        example: "Max 2 reviewers.",
        counterExample: "Max has 2 brothers.",
      },
      {
        pattern: r`^[^.?!]{0,80}\b{number}(?:\s\S{1,20}){0,4},?\s(?:max(?:imum)?|tops|at (?:the )?(?:most|least|latest|earliest)|not more|no more|and no more|not less|or else)(?=[.,;!]|$| per\b)`,
        example: "Two retries, not more.",
        counterExample: "Two retries failed.",
      },
      {
        pattern: r`^[^\p{L}]{0,4}(?:[\p{L}-]{2,20}\s){0,2}(?:timeout|limit|cap|quota|budget|ceiling|length|size|width|height|ttl|depth|rate)s?\s?[:=]?\s[~<>≤≥]?{amount}`,
        example: "Timeout 30s for every call.",
        counterExample: "The timeout was 30s yesterday.",
      },
      {
        pattern: r`\b(?:not an?|nothing) (?:cent |penny |minute |day |byte |line )?(?:above|over|beyond|below|under|longer than|bigger than|more than|earlier than|later than) (?:\S{1,20} )?{amount}`,
        example: "Nothing above CHF 240 a night.",
        counterExample: "Nothing moved.",
      },
      {
        pattern: r`\b(?:stay|keep|get|remain|fit)\w{0,4}\s(?:it |this |them |everything )?(?:to|under|below|within|down to)\s(?:\S{1,12}\s)?{number}\b(?! (?:or|of)\b)`,
        example: "Keep it to three sentences.",
        counterExample: "Keep it to yourself.",
      },
      {
        pattern: r`\b(?:we|i|you)(?:['’]ve| have)? (?:only |just )?(?:have|got|can spend|can use) (?:only |just |about )?{amount}[^.?!]{0,60}\b{forAll}\b`,
        example: "We have 1,200 credits left.",
        counterExample: "We have 12 tests.",
      },
      {
        pattern: r`\b(?:gotta|need(?:s)? (?:it|this|that|to be)|want (?:it|this)|must|should|has to|have to|(?:it|this) needs? to be)\b[^.?!]{0,60}\b{tightBound}\s(?:the )?{number}`,
        example: "I want it under 5mb or the store rejects it.",
        counterExample: "I want it now.",
      },
      {
        pattern: r`^(?:\S{1,20}\s){1,6}(?:under|below|within|less than)\s{amount}\S{0,8}(?:\s\S{1,20}){0,3}[.!]?$(?<!\b{ownVerb}\b.{0,120})(?<!\b(?:was|were|got|ran|fell|found|went|[a-z]{3,15}ed)\b.{0,120})`,
        example: "total below 600 EUR",
        counterExample: "It was below 600 EUR",
      },
      {
        pattern: r`\b(?:expires?|times? out|is (?:cut|deleted|purged|rejected)|get (?:cut|deleted|purged|rejected|killed))\b[^.?!]{0,60}\b(?:after|over|above|below|beyond)\s{number}\b`,
        example: "Sessions expire after 20 minutes.",
        counterExample: "Sessions expire sometimes.",
      },
      {
        pattern: r`\b\S{2,20}s? (?:over|above|beyond|longer than|larger than|below|under) {number}\b[^.?!]{0,40}\b(?:are|is|get|gets|will be) (?:rejected|refused|cut|killed|blocked|dropped|ignored)\b`,
        example: "PRs over 200 lines get rejected.",
        counterExample: "PRs over 200 lines take long.",
      },
      {
        pattern: r`^[^.?!]{0,60}\b(?:up to|around|about|roughly)\s{amount}[^.?!]{0,60}\b(?:ok(?:ay)?|fine|allowed|is enough|are enough|not more)\b`,
        example: "Up to 4 jobs are fine.",
        counterExample: "Up to 4 jobs ran.",
      },
      {
        pattern: r`\b{number}\s\S{1,20}(?:\s\S{1,20}){0,3}\s(?:is|are) (?:enough|plenty|the (?:limit|maximum|minimum|most))\b`,
        example: "One approval per change is enough.",
        counterExample: "One approval came in.",
      },
      {
        pattern: r`\bcan['’]?t (?:show|take|handle|hold|store|process|send|display|accept) more than\s{number}`,
        example: "The kiosk can't show more than 40 signs.",
        counterExample: "The kiosk can't show it.",
      },
      {
        pattern: r`\b(?:by|before|until|no later than)\s(?:the\s\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}[:.]\d{2}\b|{day})(?<!\b(?:was|were|did|had)\b.{0,120})(?<=\b{dueVerb}\b.{0,80})`,
        example: "Hand it in by the 14th.",
        counterExample: "It was gone by the 14th.",
      },
      {
        pattern: r`\bdeadline\s?[:=]`,
        example: "Deadline: when it rains",
        counterExample: "A deadline slipped.",
      },
      {
        pattern: r`\b(?:code )?freeze (?:is|starts|begins)\b`,
        example: "Code freeze starts in May.",
        counterExample: "The screen may freeze.",
      },
      {
        pattern: r`^[^.?!]{0,40}\b{number} [\p{L}-]{2,20} per (?:[\p{L}-]{2,20}\s)?[\p{L}-]{2,20}(?:, max)?[.!]?$(?<!\b(?:is|are|was|were|got|had|saw|has|have|sent|takes?)\b.{0,120})`,
        example: "one PR per table",
        counterExample: "We had one PR per table",
      },
      {
        pattern: r`\b(?:no|not) (?:any )?{comparison} than (?:\S{1,12} ){0,2}?{quantity}\b`,
        example: "Images no larger than a page.",
        counterExample: "Images no larger than that.",
      },
      {
        pattern: r`\b(?:you|we) (?:have|get) (?:only |just |exactly )?{number} (?:attempts?|tries|chances?|hours?|days?|minutes?|weeks?|shots?|rounds?|iterations?)\b`,
        example: "You have three attempts.",
        counterExample: "You have three servers.",
      },
      {
        pattern: r`\b(?:is|are) due (?:on|by|at|in|next|this|tomorrow|today|before|{day})`,
        example: "The report is due next week.",
        counterExample: "The report is due to him.",
      },
      {
        pattern: r`\b(?:closes|ends|opens|starts|expires|begins|leaves) (?:on|at|by) (?:{day}|\d)`,
        example: "Submission closes on 1 July.",
        counterExample: "Submission closes soon.",
      },
      {
        pattern: r`{start}(?:please )?(?:retry|try|poll|wait|repeat|back off)\b[^.?!]{0,40}?\b{number} (?:times|seconds?|minutes?|hours?|ms)\b`,
        example: "Retry three times.",
        counterExample: "Three times it failed.",
      },
    ],
    rule: [
      {
        pattern: r`^[^\p{L}]{0,8}(?:please )?(?:treat|count|regard|consider) \p{L}+s as \p{L}`,
        example: "Treat doubts as failures.",
        counterExample: "Doubts count.",
      },
      {
        pattern: r`{start}(?!we (?:only )?met|it |that |this )[^.?!,;]{2,80}(?<!\p{L}(?:was|were|had|did))\son {weekday}s only[.!]?$|{start}[^.?!,;]{2,80}\sonly on {weekday}s[.!]?$`,
        example: "Backups run on Sundays only.",
        counterExample: "Backups run on Sundays.",
      },
      {
        pattern: r`^(?:please |just )?\p{L}{3,20} (?:[\p{L}\p{N}./-]{1,20} ){0,4}only (?:to|in|on|from|with|for|via|by|at|into|against)\b`,
        example: "Ship only to Europe.",
        counterExample: "It was only in Europe.",
      },
      {
        // How things are always shown, and not which of them: "Show tests with errors".
        pattern: r`^(?:please )?(?:show|display|format) (?!files|tests|logs|lines|errors|commits|changes|results|rows)[a-z]{3,20}s (?:with|without|including|excluding) (?!errors?|changes|the |a |it)[\p{L} -]{2,30}[.!]?$`,
        example: "Show prices with tax",
        counterExample: "Show tests with errors",
      },
      {
        pattern: r`^(?:two|three|four|eight|[248]) spaces (?:for|in) \w`,
        example: "Two spaces for YAML, four for Python.",
        counterExample: "Two rooms for us, four for them.",
      },
      {
        pattern: r`\bwe(?:['’]re)? (?:stay(?:ing)?|stick(?:ing)?|remain(?:ing)?) (?:on|with) (?:[\p{L}.-]{2,20} )?v?\d`,
        example: "We stay on Node 18.",
        counterExample: "We stay at home.",
      },
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
        pattern: r`(?:^|[,;]\s|\bplease )(?:avoid|stop|refrain from|skip|leave out|stay away from):`,
        example: "Please avoid:",
        counterExample: "Things we avoid:",
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
        example: "Print ids only.",
        counterExample: "The reply was in English only.",
      },
      {
        pattern: r`\b(?:it|this|that|they|everything|all|both|the (?:[\w-]+ ){0,2}[\w-]+) (?:has|have|needs?) to (?!be (?:a|some) reason)`,
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
        example: "Now we don't use yarn anymore.",
        counterExample: "Now we use yarn.",
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
      {
        pattern: r`(?:^|[:,;—–]\s|\b{beforeNo}\s)no (?!{noAnswer})(?!.{0,60}\b(?:needed|necessary|required|exists?|found)\b)[^?,()]{2,60},\s(?:ever|please|pls|period|thanks|ok(?:ay)?|at all|thank you)\b`,
        example: "No globals, ever.",
        counterExample: "No, thanks, ever so much.",
      },
      {
        pattern: r`(?:^|[,;:—–]\s)(?:absolutely|strictly|definitely|pls|plz|please|also|and|btw) no (?!{noAnswer})[^?,()]{2,80}`,
        example: "absolutely no inline scripts",
        counterExample: "absolutely no idea",
      },
      {
        pattern: r`,\s(?:and\s)?(?:so|which means|that means|therefore|hence|thus)\s{lastingOrder}`,
        example: "We run Node 14, so no optional chaining.",
        counterExample: "It failed, so I ran it again.",
      },
      {
        pattern: r`{start}(?:and |but |also |ok,? ){0,2}(?:nothing|nobody|no one|none of (?:it|them|this))(?: else)? {handles}\b`,
        example: "Nobody touches the ledger.",
        counterExample: "Nobody answered.",
      },
      {
        pattern: r`{start}{orderVerb}\s[^.?!]{2,120}\band (?:we['’]re (?:done|through)|i(?:['’]ll| will)\s\S|you['’]re (?:out|fired|done)|that['’]s (?:it|the end)|it['’]s over|there will be)`,
        example: "Touch it and we're done here.",
        counterExample: "Touch it and see.",
      },
      {
        words: "(?:keep )?(?:your |the )?(?:hands|paws|fingers) off, don['’]?t you dare",
        at: "anywhere",
        example: "paws off my dotfiles",
        counterExample: "my paws hurt",
      },
      {
        words:
          "(?:is|are|remains?|stays?) (?:strictly |absolutely )?(?:taboo|off[- ]limit|sacred|untouchable|sacrosanct|a no-go)",
        example: "The vendor folder is taboo.",
        counterExample: "The vendor is late.",
      },
      {
        pattern: r`[,;—–]\s(?:end of (?:story|discussion|debate)|period|full stop|no (?:discussion|ifs|debate|excuses|matter what)|that['’]s final)\b`,
        example: "We stay with Vault, end of story.",
        counterExample: "It is the end of a story.",
      },
      {
        words: r`nowhere else, nothing but, (?:is|are) (?:strictly )?(?:limited|restricted|confined) to, the only \w+ (?:that )?(?:you|we) (?:may|can|are allowed to), (?:restrict|limit|confine) yourself to`,
        example: "You may write there and nowhere else.",
        counterExample: "There is nothing else.",
      },
      {
        pattern: r`{start}(?:only\s)?(?:the following|these|those)\s[^.?!:]{2,60}\b(?:are|is|may be|can be) {allowedDeed}\b|{start}(?:allowed|permitted|forbidden|banned|prohibited)\s[^.?!:]{2,40}:`,
        example: "Allowed licences: MIT, BSD.",
        counterExample: "Allowed by them.",
      },
      {
        pattern: r`{start}only\s(?:the following|these|those|this|[\p{L}\p{N}_/.-]{2,40})\s[^.?!]{0,80}\b(?:may|can|are allowed|is allowed|gets?)\b`,
        example: "Only src/api gets edited.",
        counterExample: "Only these hosts failed.",
      },
      {
        pattern: r`{start}(?:apart from|except for|other than|besides|outside(?: of)?)\s[^.?!]{2,80},?\s(?:nothing|nobody|no\s|don['’]?t|leave|never)\b`,
        example: "Apart from tests, nothing gets edited.",
        counterExample: "Apart from tests it works.",
      },
      {
        pattern: r`\bfrom {fromThen} on(?:wards?)?\b|\b(?:as of|starting|beginning) {startingAt}\b|\bhenceforth\b|\bfor the rest of (?:the|this)\b`,
        example: "As of today all dates are ISO.",
        counterExample: "As of last week it failed.",
      },
      {
        pattern: r`\b(?:i|we)(?:['’]d| would)? (?:really |very much )?(?:be (?:glad|grateful|happy)|appreciate it|appreciate)\s?if\b[^?]{0,120}{asksLasting}`,
        example: "I'd appreciate it if you didn't touch it.",
        counterExample: "I'd appreciate it if you looked.",
      },
      {
        pattern: r`\b(?:it )?would be (?:great|nice|good|lovely|better) if\b[^?]{0,120}{asksLasting}`,
        example: "It would be nice if every page had a title.",
        counterExample: "It would be nice if it worked.",
      },
      {
        pattern: r`\b(?:be )?so kind (?:as to|and) (?:keep|leave|not|stop|avoid|use)\b|\bkindly (?:keep|leave|stop|avoid|use|do not|don['’]?t|refrain|only|always)\b`,
        example: "Kindly keep the old names.",
        counterExample: "She spoke kindly of it.",
      },
      {
        words:
          "steer clear of, go easy on, try (?:to avoid|not to), (?:i|we) can (?:do|live) without, enough with the",
        example: "I can do without the comments.",
        counterExample: "It is easy to go on.",
      },
      {
        pattern: r`\bi(?:['’]d| would) rather (?:not\b|you\b|we\b|(?:you|we|it|they) (?:did|were|was|would))`,
        example: "I'd rather not see it.",
        counterExample: "Rather not.",
      },
      {
        pattern: r`\b(?:i|we) (?:really )?(?:don['’]?t|do not|never) (?:want|like|need) (?:to see )?(?:another|more|such|these|those)\b`,
        example: "I don't want more wrappers.",
        counterExample: "I want more wrappers.",
      },
      {
        pattern: r`\b{weAre} (?:still |currently |all )?(?:stuck )?on\s[\p{L}.+#-]{2,20}\s\d[^?]{0,60}(?:,\s|;\s){consequence}\s`,
        example: "They're still on Postgres 9, so careful.",
        counterExample: "They're on Postgres 9.",
      },
      {
        pattern: r`{start}(?:please )?(?:answer|reply|respond|write (?:to )?(?:me|us)|talk to (?:me|us)|speak|address me)(?: back)?(?: to (?:me|us|the \w+))? {answerForm}`,
        example: "Reply in bullet points.",
        counterExample: "Reply to Ann.",
      },
      {
        pattern: r`{start}(?:please )?(?:give|send|show|write) (?:me |us )?(?:an?|the|your)? ?[\p{L}-]{2,20}(?: [\p{L}-]{2,20})?, not (?:an? )?[\p{L}]`,
        example: "Give me a table, not prose.",
        counterExample: "Give me a table.",
      },
      {
        pattern: r`\bwhen(?:ever)? you (?:write|talk|speak|reply|answer|mail|respond)\b[^?]{0,60}\b(?:use|be|keep|stay|avoid|sign)\b`,
        example: "When you talk to the client be formal.",
        counterExample: "When you talk to them?",
      },
      {
        pattern: r`{start}(?:all |every |any |each |our |the |new |everything(?: in [^,.?!]{2,30})?)?\s?(?:[\p{L}_-]{2,20} ){0,2}?{conventionNoun} {conventionVerb}`,
        example: "Branches are called feature/x.",
        counterExample: "Branches are broken.",
      },
      {
        pattern: r`{start}(?:everything|all of (?:it|this)|(?:every|each) \w{2,20})(?: (?:in|on|under|of|below) [^,.?!]{2,40})? {everyVerb}\s(?!broken|failing|slow|red|wrong|fine|ok)\S`,
        example: "Everything on the site links to the archive.",
        counterExample: "Every file is broken.",
      },
      {
        pattern: r`\brejects? (?:anything|everything|all|any|files?|requests?|names?)\b[^.?!]{0,60}\b(?:not|n['’]t|without|over|above|longer|else)\b`,
        example: "The gateway rejects anything without a header.",
        counterExample: "The gateway rejects it.",
      },
      {
        pattern: r`(?:^|[,;:—–]\s|\b(?:u|you|we|btw|just)\s)(?:gotta|got to|better|oughta|ought to)\s(?!be kidding|go\b|love\b|say\b|admit)\w`,
        example: "u gotta keep it green",
        counterExample: "It got to me.",
      },
      {
        pattern: r`{start}(?:pls|plz|pleas|btw|fyi)\s(?:{doNot}|no|never|always|only|{lastingVerb})\b`,
        example: "pls use pnpm",
        counterExample: "pls look",
      },
      {
        pattern: r`{start}(?:please )?wait (?:for|until)\s(?:\S{1,20}\s){0,4}(?:before|first|until)\b`,
        example: "Wait for the report before you deploy.",
        counterExample: "Wait for it.",
      },
      {
        pattern: r`{start}(?:[Pp]lease )?(?:[Cc]all|[Aa]ddress|[Rr]efer to) me (?:as )?(?:\p{Lu}|Q\b)`,
        caseSensitive: true,
        example: "Call me Robert.",
        counterExample: "Call me later.",
      },
      {
        pattern: r`{start}(?:[Pp]lease )?[Ww]ait for \p{Lu}[\p{L}]{1,20}`,
        caseSensitive: true,
        example: "Wait for Ines.",
        counterExample: "Wait for it.",
      },
      {
        pattern: r`\b(?:would|could|can|will|may) (?:you|it|i)\b[^?]{0,40}?\b{lasting}\b(?<!\bcan you (?:only|not).{0,4})`,
        example: "Would it be possible to leave it in place?",
        counterExample: "Would it be possible to see it?",
      },
      {
        pattern: r`\bif you (?:could|would|can)\b[^?]{0,30}\b{lasting}\b`,
        example: "I'd be happy if you could keep it.",
        counterExample: "I'd be happy if you could come.",
      },
      {
        pattern: r`{start}(?:please )?(?:keep (?:away|off|out|clear)|spare me|hold off|back off|go easy)\s\S`,
        example: "Please keep away from the flags.",
        counterExample: "They keep away.",
      },
      {
        pattern: r`{start}(?:less|fewer|no more)\s(?!than\b)[^?]{2,40}, (?:{please})\b`,
        example: "Less boilerplate, please.",
        counterExample: "Less is more.",
      },
      {
        pattern: r`{start}not (?:an?|one|a single) [^?]{2,60}\b(?:gets?|is|may|should|must|will be)\b`,
        example: "Not a single line gets changed.",
        counterExample: "Not a single line of it.",
      },
      {
        pattern: r`{start}(?:nothing|nobody|no one|no \w+) (?:but|except|besides|other than|apart from)\s[^?]{2,60}\b(?:may|can|should|must|gets?|is to)\b`,
        example: "Nothing except the tests may be changed.",
        counterExample: "Nothing except noise.",
      },
      {
        pattern: r`\bthe (?:one|only|single) [\p{L}-]{2,20} (?:that |which )?(?:you|we) (?:can|may|should|must|are allowed)\b`,
        example: "The one folder you can write to is out.",
        counterExample: "The one folder is out.",
      },
      {
        pattern: r`\b(?:you|we) (?:only )?(?:have|get) (?:[\p{L}-]{2,12} )?(?:access|rights|permissions?)\b[^?]{0,60}\bonly\b|{start}(?:no [^?,]{2,30}, )?[\p{L}\p{N}.-]{2,20} only[.!]?$`,
        example: "You have write access to docs only.",
        counterExample: "You have access.",
      },
      {
        pattern: r`{start}only \p{Lu}[\p{L}]{1,20} (?:and \p{Lu}[\p{L}]{1,20} )?(?:[a-z]{2,12}s|may|can|is allowed|deploy|merge)\b`,
        caseSensitive: true,
        example: "only Jo deploys",
        counterExample: "only Jo came",
      },
      {
        pattern: r`\bso (?:[\p{L}-]{2,20} ){1,3}(?:have|has|need|needs) to (?:stay|be|remain|fit|come|go|keep)\b|\bso (?:[\p{L}-]{2,20} ){1,3}(?:must|may not|may only)\b`,
        example: "It chokes, so lines have to stay short.",
        counterExample: "So many lines.",
      },
      {
        pattern: r`,\s(?:so |and |please )?(?:use|stick to|keep to|go through) (?!(?:it|that|this|them)\b)[\p{L}\p{N}_./-]{2,40}[^?]{0,40}$`,
        example: "This runs behind a proxy, use HTTPS_PROXY.",
        counterExample: "This runs, use it.",
      },
    ],
    advice: [
      {
        pattern: r`{start}(?:if|when|whenever|unless|should|once|in case|as long as|where(?:ver)?|as soon as|until|while|every time|each time)\s(?!{passing})[^?]{2,160}?,\s{lastingOrder}`,
        example: "If a test is flaky, no release.",
        counterExample: "If it works, great.",
      },
      {
        pattern: r`{start}(?:when|if) in doubt\b|{start}if (?:something|anything) [^?,]{2,60}, (?:{orderVerb}|{doNot})\b`,
        example: "If in doubt we meet.",
        counterExample: "I am in doubt.",
      },
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
      {
        pattern: r`{start}(?:if|whenever|unless|once|in case|when|as soon as|before you|after you)\s(?!{passing})[^?]{2,120}?,\s(?:then |please |just ){0,2}(?:{anyOrder}|{orderVerb} (?:it|them|to|me|[\p{Lu}]))`,
        example: "If CI is down, hold the merge.",
        counterExample: "If CI is down, that hurts.",
      },
    ],
    preference: [
      {
        pattern: r`^I (?:only|exclusively|strictly) (?:fly|eat|drink|travel|work|take|use|buy|wear|read|speak|accept|pay|stay|shop|order|drive|cook|sleep)\b`,
        example: "I only drink tea.",
        counterExample: "I only drank tea.",
      },
      {
        pattern: r`\b(?:he|she|they|the \w{2,20}(?: \w{2,20})?) needs? (?:the|an?|it|them|this|these|their|every) [^.?!]{2,80}\b(?:with|in|as|without|by|under|at)\b`,
        example: "She needs the CSV with semicolons.",
        counterExample: "She needs the money.",
      },
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
      {
        pattern: r`(?:^|[.,;:]\s|\b(?:and|but|personally|honestly)\s)i(?:['’]m| am) {somewhat}{0,3}(?:fan of|fond of|partial to|keen on|for|into|an? [\p{L}-]{2,20} (?:person|guy))\s\S`,
        example: "I'm not fond of decorators.",
        counterExample: "I'm fond.",
      },
      {
        pattern: r`\bi (?:really |generally |usually |personally |much )?(?:like|love|enjoy|hate|dislike|favou?r) (?!{likedThing}\b)[\p{L}-]{2,30}(?: [\p{L}-]{2,30})?(?:s|ing)?\b(?!\?)`,
        example: "I like short functions.",
        counterExample: "I like it.",
      },
      {
        pattern: r`\bi (?:like|love|find|think) (?!(?:that )?(?:we|you|i) (?:need|should|have|ought|could|must|can)\b)[^.?!]{2,60}\b(?:better|easier|cleaner|nicer|clearer|more readable|simpler)\b`,
        example: "I find guard clauses easier to read.",
        counterExample: "I think we need to make the guide a bit better.",
      },
      {
        pattern: r`\bi(?:['’]d| would)? (?:personally |really |always |rather )?(?:want|go for|go with|opt for|choose|pick|take)\s(?!(?:to|you to|that|it|this|a look|the)\b)[\p{L}-]{2,30}`,
        example: "I want short answers.",
        counterExample: "I want to go.",
      },
      {
        pattern: r`{start}(?:rather an? |rather )?[^.?!,]{2,60}\s(?:over|rather than|instead of|before|than)\s[^.?!,]{2,40}(?:, {please})?[.!]?$(?<=\b(?:rather|over|{please})\b.{0,80})(?<!\b{telling}\b.{0,120})`,
        example: "Tabs over spaces.",
        counterExample: "It ran over night.",
      },
      {
        pattern: r`{start}(?!thanks|thank|yes|no\b|ok|again|next|go\b|sure|more|another|one)[^.?!,]{4,80},\s(?:please|pls|plz)[.!]?$(?<!\b{orderVerb}\b\s.{0,120})`,
        example: "Hotel near the station, please.",
        counterExample: "Show me the file, please.",
      },
      {
        pattern: r`{start}(?:if (?:at all )?possible|where possible|wherever possible|when possible|if you can),?\s`,
        example: "If possible take the small one.",
        counterExample: "It is possible.",
      },
      {
        pattern: r`{start}(?:please |just |also |then |so |and |ok,? |but |now |pls |plz ){0,3}use\s(?!(?:it|that|this|them|these|those|the (?:other|same|second|first|next|last|previous|new))\b(?! for))[^?]{2,}`,
        example: "Use the replica for queries.",
        counterExample: "Use it again.",
      },
      {
        pattern: r`{start}(?!{orderVerb}\b|the\b|this\b|that\b|an?\b)(?:[\p{L}_-]{2,20} ){0,2}?{conventionNoun} {conventionPlace} (?!.{0,80}\b{tellingVerb}\b)[^?]{2,80}$`,
        example: "Titles in sentence case.",
        counterExample: "Titles in it are wrong.",
      },
      {
        pattern: r`{start}(?:it|this|they|that) should (?!{hoped}\b[^a-z]*$)(?!have been|do (?:it|the)|work now|be (?:fine|ok))\S`,
        example: "It should support dark mode.",
        counterExample: "It should work.",
      },
      {
        pattern: r`{start}(?:formal|informal|friendly|neutral|casual|plain|simple|short|brief|dry|active|passive) (?:tone|style|language|english|words|voice|sentences|answers)\b`,
        example: "Formal tone please.",
        counterExample: "The tone is formal.",
      },
      {
        pattern: r`\bthe [\p{L}-]{2,20}(?: [\p{L}-]{2,20})? {givenAs}\s(?:\S+\s){0,4}\S{2,}(?<=,\s(?:and|but)\s.{0,120})`,
        example: "Add it, and the label comes from i18n.",
        counterExample: "The label comes off.",
      },
      {
        pattern: r`(?:{start}|[,;]\s(?:and |but |so )?)(?:we|they) (?:always |only |all )?{customVerb}\s(?!(?:it|this|that|to)\b)[^?]{2,100}`,
        example: "We pay with the company card.",
        counterExample: "We use it.",
      },
      {
        pattern: r`{start}(?:the )?[\p{L}-]{2,20}(?: [\p{L}-]{2,20}){0,2} (?:run|work|build|deploy|connect|point|talk)s? (?:against|through|to|via|on)\s[^?]{2,60},\snot\s\S`,
        example: "The tests run against sqlite, not Postgres.",
        counterExample: "The tests run on.",
      },
      {
        pattern: r`{start}(?:connect|go|log in|deploy|route|publish|report|test|target|build)\s(?:\S{1,20}\s){0,4}?(?:through|via|with|on|against|to)\s(?:the \w+ at )?[\w.-]{0,40}[./\d][\w.:/-]{1,60}[.!]?$`,
        example: "Connect through the bastion at jump.example.net.",
        counterExample: "Connect it to me.",
      },
      {
        pattern: r`{start}(?:stay|remain) (?:on|with|at|in)\s(?!track|top|it\b)[^?]{2,60}`,
        example: "Stay on version 2.",
        counterExample: "Stay tuned.",
      },
      {
        pattern: r`(?:{start}|[,;]\s)(?:[Pp]ing|[Pp]age|cc|[Nn]otify|[Ii]nform|[Tt]ell|[Aa]sk|[Mm]ail)\s[\p{Lu}@][\p{L}\p{N}.@_-]{1,30}\s(?:when|if|whenever|before|after|on|about|for|in case|once)\b`,
        caseSensitive: true,
        example: "Ping Sam when something breaks.",
        counterExample: "Ping Sam.",
      },
      {
        pattern: r`{start}{generalVerb}\s(?!{singleThing}\b)(?:[\p{L}-]{2,20} ){0,2}[\p{L}-]{2,20}s\b`,
        example: "Name branches after the ticket.",
        counterExample: "Name it.",
      },
      {
        pattern: r`{start}(?!{somebody}\b|{noOrderWord}\b)(?:[\p{L}-]{2,20} )?(?!{somebody}\b)[\p{L}-]{2,20}(?<!s)s {ruleVerb} (?!{failing}\b)\S`,
        example: "Quotes are single.",
        counterExample: "Quotes are broken.",
      },
      {
        pattern: r`\b(?:is|are) (?:strictly |all )?{protectedState}\b`,
        example: "That folder is generated.",
        counterExample: "That folder is large.",
      },
      {
        pattern: r`\b(?:the|our|my) [\p{L}\p{N}-]{2,20}(?: [\p{L}-]{2,20})? stays?(?=[.,;!]|$| (?:as|where|untouched|put)\b)`,
        example: "Never mind, the cron stays.",
        counterExample: "The cron stays late.",
      },
      {
        pattern: r`,(?<=[^?]{3},)\s(?:if (?:at all )?possible|if you can|ideally|where possible)[.!]?$`,
        example: "Dark theme, if possible.",
        counterExample: "Is it possible?",
      },
      {
        pattern: r`\bi(?:['’]d| would) (?:really )?(?:love|like) (?:to (?:see|have)|it if|for)\s(?!(?:it|that|this|you to)\b)\S`,
        example: "I'd love to see fewer globals.",
        counterExample: "I'd love to.",
      },
      {
        pattern: r`{start}(?:write|put|show|print|render|express|abbreviate|mark|cc) (?!(?:it|this|that|them|the|me|a|an|these|those|some|to|up|out|in|on|about)\b)(?:[\p{L}-]{2,20} ){1,4}(?:as|in|with|on|without|under) `,
        example: "Write numbers below ten as words.",
        counterExample: "Write it as words.",
      },
      {
        pattern: r`{start}(?:name|spell|quote|address|abbreviate|format|log|store|save) (?:the \S|to \S|in \S|under \S)`,
        example: "Name the branch after the ticket.",
        counterExample: "Name it.",
      },
      {
        pattern: r`{start}(?:explain|describe|say) (?:it|things|everything|this) (?:like|as if|so that|in)\s`,
        example: "Explain it like I am new to this.",
        counterExample: "Explain it.",
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
      {
        words:
          "i (?:was wrong|take (?:that|it|this) back|meant|misspoke|made a mistake|stand corrected), my mistake, my bad, better idea, strike that, belay that",
        example: "I was wrong about the port.",
        counterExample: "You were wrong.",
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
        words: "(?:is|are|has|have|goes|go) now, from now on, from here(?: on)?, as of (?:today|now)",
        example: "The port is now 8080.",
        counterExample: "Do it today.",
      },
      {
        pattern: r`\bnow (?:is|are|goes|go|it['’]s|we['’]re|means)\b|\bnow(?=[.!]?$|,\s)|\bagain(?=[.!]?$|, please)`,
        example: "Invoices go to Lukas now.",
        counterExample: "Now look at this.",
      },
    ],
    allowance: [
      {
        words: r`(?:can|may)(?: (?:now|all|again|finally|also))? (?!not\b|see\b|look\b|read\b|only\b)[\p{L}]{2,20}, (?:is|are|it['’]s) (?:now |also |again |all |perfectly )?(?:open|okay|ok|fine|alright|all right|allowed|permitted|acceptable|unlocked|good to go|possible|free|enabled|unfrozen|available)(?: (?:for|to|now|again|too|from|with|by)|(?=[.!,]|$)), (?:switch|turn|bring|put|get) .{1,60} back (?:on|up), re-?enable, re-?activate, resume, re-?open, bring back, start .{1,60} again`,
        example: "The archive can be emptied.",
        counterExample: "The archive can not be emptied.",
      },
    ],
    deed: [
      {
        words: r`off, disabled, switched, turned, deactivated, paused, switch, turn, back on, back, touch(?:ed|ing)?, chang(?:e|es|ed|ing), edit(?:ed|ing|s)?, modif(?:y|ied|ying|ications?), alter(?:ed|ing)?, adjust(?:ed|ing)?, mess(?: with)?, tamper, yet, open, okay, ok, fine, allowed, free, again, away, stay, run, runs, running, execut(?:e|ed|ing), use, used, using`,
        example: "Touch it.",
        counterExample: "Hold it.",
      },
    ],
    keeping: [
      {
        words: r`leave(?= .{1,60} (?:off|disabled|closed|locked|switched|turned|deactivated|paused|stopped)\b)`,
        example: "Leave the pump off.",
        counterExample: "Leave the pump.",
      },
      {
        words: r`keep(?! (?:going|working|running|in mind|me|us|an eye|track|on|up|\p{L}{2,12}ing)\b), retain, preserve, stays? (?:in|put|where|alive|there), remains?, leave .{1,60} (?:in place|in there|where|running)`,
        example: "Keep the old logo.",
        counterExample: "Keep going.",
      },
    ],
    removal: [
      {
        words: r`delet(?:e|ed|ing), remov(?:e|ed|ing), drop(?:ped)?, can go, may go, retir(?:e|ed|ing), get rid of, throw .{1,30}(?:out|away), tak(?:e|en) .{0,30}(?:out|down), disappear, discard(?:ed)?, shut .{0,30}down, clean(?:ed)? up, replac(?:e|ed), kill(?:ed)?, turn(?:ed)? off`,
        example: "Drop the column.",
        counterExample: "Add the column.",
      },
    ],
    sight: [
      {
        words: r`look, looking, see, read, reading, view, inspect, open .{1,40} to read, example, examples`,
        example: "Look at it.",
        counterExample: "Touch it.",
      },
    ],
    "going beyond": [
      {
        words: r`longer(?<!no longer), more than, larger, bigger, higher, further, extra, additional, as (?:long|many|much) as, no (?:more )?(?:limit|cap|maximum), unlimited`,
        example: "Longer texts are fine.",
        counterExample: "It is no longer here.",
      },
    ],
    "chosen value": [
      {
        words: r`let['’]?s (?:go with|do|say|take|use|make it|have|try|stick with|settle on), make (?:that|it), (?:i['’]d|we['’]d) rather (?:have|take|do), better (?:make it|take|use|do), instead, on second thou?ghts?, actually, rather, go with, is (?:fine|okay|ok|enough|better)(?: too| as well| instead)?, scratch that, change (?:that|it) to, bump (?:that|it) (?:up )?to, raise (?:that|it) to, lower (?:that|it) to`,
        example: "Let's go with nine.",
        counterExample: "There are nine.",
      },
    ],
    brevity: [
      {
        words: r`in (?:one|a single|two|three) (?:sentences?|words?|lines?|paragraphs?)`,
        example: "In one sentence.",
        counterExample: "One sentence is wrong.",
      },
    ],
    "switching on": [
      {
        words: r`back on, (?:switch|turn)(?:ed)? .{0,40}on(?= again|[.!,]|$), re-?enabled?, enabled?, re-?activated?, activated?, resumed?, re-?opened?, re-?started?`,
        example: "Turn the pump on.",
        counterExample: "Turn the pump off.",
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
      {
        pattern: r`\bleave\b.{1,80}\b(?:alone|untouched|as[- ]is)\b|\b(?:hands|paws) off\b|\b(?:keep|stay) (?:away|off|out|clear)\b|\b(?:off[- ]limits|taboo|refrain|steer clear|nobody|nothing|skip|drop|hold)\b`,
        example: "Leave the flags alone.",
        counterExample: "Leave the room.",
      },
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
        pattern: r`^[^\p{L}]{0,4}(?:could|might|can|may) it be\b`,
        example: "Might it be that only Bo sees it?",
        counterExample: "It might be blue.",
      },
      {
        pattern: r`^(?:(?:so|and|but|ok|okay|wait|hm+)[,\s]\s?){0,2}(?:(?:must|should|shall|do) (?:i|we)|why|how come)\b[^,;:—–]{0,300}$`,
        example: "So why must it be Rust",
        counterExample: "It must be Rust",
      },
    ],
    "polite request": [
      {
        pattern: r`^(?:{interjection}[,.!]?\s){0,3}(?:can|could|would|will) you (?:please |also |just |kindly )?(?:mind )?(?:make sure|ensure|avoid|not|(?<!can you )only|always|never|keep|be sure|stop|leav|refrain)`,
        example: "Ok, can you please avoid mocks?",
        counterExample: "Could you see the mocks?",
      },
      {
        pattern: r`^(?:{interjection}[,.!]?\s){0,3}(?:would|could|will|may) (?:you|it|i)\b[^?]{0,40}?\b{lasting}\b`,
        example: "Would it be possible to leave it in place?",
        counterExample: "Would it be possible to see it?",
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
        pattern: r`\bi(?:['’]ve| have)? (?:read|heard|saw|learned) (?:somewhere |once |yesterday )?that [^;–—]{0,400}`,
        example: "I heard that you must wait.",
        counterExample: "I heard you: wait.",
      },
      {
        pattern: r`\b(?:script|program|installer|form|app|job|build) (?:refuses?|bails|aborts?|quits|stops|exits)(?: with| saying)?:\s[^;]{0,400}`,
        example: "The installer refuses: must be admin.",
        counterExample: "The installer must go.",
      },
      {
        pattern: r`\b(?:asked|asks|wonders?|wanted to know|is asking)(?: me| us| you)? (?:whether|if) [^;–—]{0,400}`,
        example: "Tom asked whether it must be blue.",
        counterExample: "Tom asked for it.",
      },
      {
        pattern: r`\bthe (?:readme|docs?|documentation|manual|wiki|licen[sc]e|page|site|sign|template) of [^.:?]{2,40} (?:says|states|reads|warns):[^,;—–]{0,400}`,
        example: "The manual of that car says: never wash it.",
        counterExample: "The manual never leaves the car.",
      },
      {
        pattern: r`\b{reporter} (?:(?!{noReport})\w{1,12} )?{reports}\b[^,;—–]{0,400}`,
        example: "CI reports that it must be const.",
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
      {
        pattern: r`\b{sayer} (?:literally |just |also |clearly |once |even |only |always |still |then |had ){0,2}{said}\b(?! (?:little|nothing|so)\b)[^,;—–]{0,400}`,
        example: "He yelled do not move.",
        counterExample: "I yelled do not move.",
      },
      {
        pattern: r`\baccording to [^,;—–]{1,60},?\s[^,;—–]{0,400}|\b(?:quote|excerpt|quotation) from [^,;—–]{0,400}|\bin (?:the|their|its|a) [\p{L} -]{2,30} it says\b[^,;—–]{0,400}`,
        example: "According to the spec a client should never send it.",
        counterExample: "The spec must be clear.",
      },
      {
        pattern: r`\b{wording} (?:on|of|in) [^,;—–]{1,60} (?:is|was|reads)\b[^,;—–]{0,400}|\bcontains? the (?:text|sentence|word|string|line)\b[^,;—–]{0,400}`,
        example: "The string on the button is never again",
        counterExample: "The string must stay.",
      },
      {
        pattern: r`^(?:the )?(?:log|output|console|line|snippet|excerpt|trace|stack trace|traceback|message|page|man page|docs)(?: [\p{L} -]{2,40})?(?: printed| says| is| reads)?\s?[:：].{0,600}$`,
        example: "log from the run: do not continue",
        counterExample: "Logs: never print secrets",
      },
      {
        pattern: r`\b(?:says|states|claims|recommends|suggests|insists|warns|reads)\b,?(?! (?:little|nothing|so)\b)\s[^,;—–]{0,400}`,
        example: "Section 4 states that visitors must sign in.",
        counterExample: "Sections state it.",
      },
    ],
    supposition: [
      {
        pattern: r`^i(?:['’]m| am)? (?:wonder(?:ing)?|asking myself|not sure|unsure|debating)\s(?:if|whether)\b`,
        example: "I wonder whether we must wait.",
        counterExample: "We must wait.",
      },
      {
        pattern: r`^(?:suppose|imagine|what if|let['’]?s say|hypothetically)\b`,
        example: "What if it must be fast",
        counterExample: "It must be fast",
      },
      {
        pattern: r`^if (?:i|we) (?:were|had|was)\b|^(?:one|you) could (?:argue|say|think)\b|^ideally there (?:would|were)\b`,
        example: "Ideally there were two of them, always.",
        counterExample: "If we have time it must go.",
      },
      {
        pattern: r`^if\b[^,?]{1,60}\b(?:were|had|would)\b`,
        example: "If money were no object we must buy it.",
        counterExample: "If money is there we must buy it.",
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
      {
        pattern: r`\b(?:now (?:runs?|lives?|goes|works?|is built) (?:on|in|with|through|off)\b|(?:runs?|lives?|goes|works?|is built) (?:on|in|with|through|off) \S{1,40}(?: \S{1,20})? (?:now|instead|from now on)\b)`,
        example: "The queue runs on SQLite now.",
        counterExample: "The queue runs on SQLite.",
      },
      { pattern: r`\bdecision\s?[:：]`, example: "Decision: SQLite", counterExample: "A decision." },
      {
        pattern: r`^(?:{agreed})[,.:!]? (?:then )?(?:(?:i|we) (?:use|take|keep|go with|stay with|stick with)\b|(?:[^\s,;.!?]{1,40} ){1,4}it is(?: then)?[.!]?$)`,
        example: "Okay, we use SQLite.",
        counterExample: "Okay, we see SQLite.",
      },
      {
        pattern: r`^(?:so |then )?we (?:use|take|go with) [^,;.!?]{1,60} then[.!]?$`,
        example: "We go with SQLite then.",
        counterExample: "We go home then.",
      },
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
          "done, closed?, resolved?, fixed, finished, completed?, settled, landed, merged, shipped, delivered, handled, taken care of, (?:is|are) in, (?:is|are|was|were|got|has been|have been) (?:now |finally )?(?:approved|granted|answered|confirmed|received|signed|unblocked|cleared|paid), arrived, came (?:in|through|back), (?:strike|cross|tick|check) (?:that|it|this) off, no longer needed, never ?mind, cancell?ed, forget about, is over",
        example: "The benchmark is in.",
        counterExample: "The benchmark is missing.",
      },
    ],
    "not yet": [
      {
        words: "not, never(?! ?mind), yet, until, unless, once, if, when, must be, should be, \\w{2,8}n['’]t",
        example: "The benchmark is not done.",
        counterExample: "The benchmark is done.",
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
    "taking back": [
      {
        words:
          "tak(?:e|ing|en) (?:that|it|this) back, took (?:that|it|this) back, changed my mind, revers(?:e|ed|ing) (?:that|this|the) decision, (?:drop|dropped|dropping|abandon|abandoned|abandoning|give up|gave up|giving up) (?:on )?(?:that|this|the) (?:idea|plan|approach|decision)",
        example: "Redis is slow, so I am taking that back.",
        counterExample: "I take the bus back.",
      },
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
    order: [
      {
        pattern: r`{start}(?:{beforeOrder},?\s){0,3}{furtherOrderVerb}\s`,
        example: "Run tests.",
        counterExample: "The tag is new.",
      },
      {
        pattern: r`{start}(?:{beforeOrder},?\s){0,3}{anyOrder}`,
        example: "Attach a screenshot to every change.",
        counterExample: "Attached a screenshot.",
      },
    ],
    "standing word": [
      {
        words: r`every, each, everything, everyone, everybody, everywhere, always, whenever, whatever, whichever, wherever, all(?! (?:of|the)\b), any, anything, anybody, per, throughout, every single time, both`,
        example: "Tag every release.",
        counterExample: "Tag the release.",
      },
      {
        words: r`(?:before|after|until|unless|when|while) you(?!['’]re (?:done|ready|finished)), (?:before|after) (?:committing|merging|deploying|pushing|releasing|editing), between \w+s, in (?:your|all) (?:answers?|replies|responses|messages?|commits?), so (?:that )?i can`,
        example: "Pause between batches.",
        counterExample: "Pause between them.",
      },
    ],
    "one-off": [
      {
        pattern: r`{start}(?:{beforeOneOff},?\s){0,3}{singleDeed}\s`,
        example: "Show me every diff.",
        counterExample: "Sign every diff.",
      },
      {
        words: "once more, right now, this time, for now, again",
        example: "Run all of them again.",
        counterExample: "Run all of them.",
      },
    ],
    commission: [
      {
        pattern: r`{start}(?:{beforeCommission},?\s){0,3}{commissionVerb}\s`,
        example: "Book the 09:40 flight.",
        counterExample: "The book is here.",
      },
      {
        pattern: r`[,;]\s(?:so\s|and\s|please\s){0,2}(?:book|send|reserve|ship|order|invite|schedule|deliver|mail|pay|transfer|forward|take|submit)\s(?:the|a|an|it|them|my|our|all)\b`,
        example: "Helen left, send the summary on.",
        counterExample: "Helen left, sending nothing.",
      },
    ],
    answer: [
      {
        words:
          "answer(?:s|ing)?, repl(?:y|ies|ying), respond(?:ing)?, responses?, write(?: to (?:me|us))?, writing, talk(?:ing)? to me, speak(?:ing)?, messages?, mails?, e-?mails?, docs?, documentation, comments?, translat(?:e|ion), text, language",
        example: "Answer in German.",
        counterExample: "Look at it in German.",
      },
      {
        pattern: r`\b(?:switch|go|change|back|return)(?: back)? to\b`,
        example: "switch back to English",
        counterExample: "switch it on",
      },
    ],
    "language name": [
      {
        words:
          "english, german, french, spanish, portuguese, italian, dutch, russian, ukrainian, polish, czech, swedish, norwegian, danish, finnish, greek, turkish, arabic, hebrew, persian, hindi, bengali, urdu, chinese, mandarin, cantonese, japanese, korean, vietnamese, thai, indonesian, hungarian, romanian, latin, catalan, basque",
        example: "In Dutch, please.",
        counterExample: "In doubt, please.",
      },
    ],
    "own fact": [
      {
        pattern: r`\b(?:i go by|call me) \p{Lu}?\p{L}{1,20}(?=[,.!]|$)`,
        example: "Call me Bo.",
        counterExample: "Call me tomorrow morning.",
      },
      {
        pattern: r`\b(?:[Mm]y|[Oo]ur) (?!{noFact})[\p{L}-]{2,20}(?: [\p{L}-]{2,20}){0,3} (?:is|are) (?:called |still |at |on )?(?:the )?{exactName}`,
        caseSensitive: true,
        example: "My manager is Ines.",
        counterExample: "My manager is late.",
      },
      {
        pattern: r`{start}{attention}\b[,:]?\s(?!to\b|when\b|how\b|what\b|if\b|the (?:last|other) time)\S`,
        example: "FYI the lab is upstairs.",
        counterExample: "I remember the lab.",
      },
      {
        pattern: r`\bi(?:['’]m| am) {ownState}\b`,
        example: "I'm allergic to nuts.",
        counterExample: "I'm happy.",
      },
      {
        pattern: r`\bi (?:work|live) (?:from|in|at|for|on|with)\s|\bi (?:can['’]?t|cannot|don['’]?t) (?:read|speak|eat|drink|drive|hear|see|understand) {avoidedThing}\b`,
        example: "I work from Lisbon.",
        counterExample: "I work hard.",
      },
      {
        pattern: r`\b(?:my|our) [\p{L}-]{2,20}(?: [\p{L}-]{2,20}){0,2} (?:starts?|begins?|ends?|expires?|closes?|opens?|pays?|signs?|approves?|lives?) (?:in|on|at|for|off|with)\b`,
        example: "Our fiscal year starts in October.",
        counterExample: "Our build starts.",
      },
      {
        pattern: r`\b(?:she|he|they) (?:signs?|approves?|decides?|pays?|reviews?|has the last word|must sign|has to sign|owns?)\b(?: off)?\s?(?:on )?(?:anything|everything|every|all|any|the|each)`,
        example: "She signs off on anything big.",
        counterExample: "She signs.",
      },
      {
        pattern: r`{start}(?:the )?(?:[\p{L}-]{2,20} ){0,2}{appointment} (?:is|starts|begins|takes place|leaves|goes out) {appointedAt}`,
        example: "The demo is at 10:30.",
        counterExample: "The demo is nice.",
      },
      {
        pattern: r`\b(?:has|have|with|only has|has just|got) (?:only |just )?(?:no (?:internet|network|root|sudo|gpu|access|docker|admin)|\d[\d.,]{0,6}\s?(?:gb|mb|cores?|cpus?|tb|kb))\b`,
        example: "CI has just 2 GB of memory.",
        counterExample: "CI has memory.",
      },
      {
        pattern: r`\bwe(?:['’]re| are) (?:an? [\p{L}.+#-]{2,20} (?:shop|team|house|company)|on [\p{L}.+#-]{2,20} v?\d|still on)\b`,
        example: "We are a Postgres shop.",
        counterExample: "We are late.",
      },
    ],
    territory: [
      {
        pattern: r`\b(?:is|are|remains?|stays?) [\p{L}\p{N}-]{2,30}(?:['’]s|s['’]) (?:territory|area|domain|turf|job|baby|business|responsibility|department|call|code|module|part|realm|problem)\b`,
        example: "The stylesheet is Jonas's territory.",
        counterExample: "Jonas's territory is big.",
      },
      {
        pattern: r`\b(?:belongs? to|is owned by|are owned by|is maintained by|is handled by|is managed by|in the hands of) (?:the )?[\p{L}\p{N}-]{2,30}(?: (?:team|group|department|people|squad|guild|folks))?`,
        example: "The scheduler belongs to the platform team.",
        counterExample: "The scheduler is slow.",
      },
      {
        pattern: r`\b(?:is|are) (?:none of (?:our|your|my) business|not (?:ours|yours|mine|our (?:job|code|area|business|problem)|your (?:job|code|area|business))|someone else['’]s)\b`,
        example: "The parser is none of our business.",
        counterExample: "The parser is ours.",
      },
      {
        pattern: r`\b[\p{L}-]{2,20} (?:decides?|has the (?:last|final) (?:word|say)|signs off|calls the shots) (?:about|on|over|there|here|what|which|who|everything)\b(?<!\b(?:i|we|you) \w+ \w+)`,
        example: "Marketing decides about the wording.",
        counterExample: "Marketing decided.",
      },
    ],
    "pointer to comment": [
      {
        pattern: r`\b(?:mind|note|see|respect|obey|follow|heed|observe|honou?r|watch|read|mark) (?:the|that|this|my|its|our) (?:[\p{L}-]{2,20} )?comments?\b`,
        example: "Mind the comment:",
        counterExample: "Add a comment:",
      },
    ],
    permission: [
      {
        pattern: r`\b(?:is|are) (?:alright|all right|fine|okay|ok|allowed|acceptable) (?:after all|again)\b`,
        example: "Jokes are all right after all.",
        counterExample: "Jokes are rare.",
      },
      {
        words: "(?:is|are) fair game",
        example: "Billing is fair game now.",
        counterExample: "It was a fair game.",
      },
      {
        words:
          "you(?:['’]re| are)? (?:can|may|could|(?:now |also |again )?(?:free|allowed|permitted|welcome) to|might as well)",
        followedBy: r`(?! (?:see|look|read|check|view|open|tell|imagine|always|never|also see|find|guess|only|not)\b)(?!n['’]?t)`,
        example: "You may restart it.",
        counterExample: "You restarted it.",
      },
      {
        words:
          "go ahead and, feel free to, be my guest, knock yourself out, as you (?:like|see fit|please|want|wish), (?:is|are) yours",
        example: "Feel free to change it.",
        counterExample: "Feel the change.",
      },
      {
        pattern: r`\b(?:is|are|['’]s|['’]re) {fully}{0,2}(?:ok(?:ay)?|fine|allowed|permitted|acceptable|welcome|possible|open|safe|cleared|unblocked|good to go)\b(?! to (?:say|ask)\b)`,
        example: "Commits on Fridays are fine.",
        counterExample: "Commits on Fridays fail.",
      },
      {
        pattern: r`\b(?:can|may) (?:now |again |also )?(?:go\b|be\b(?! (?:seen|found|read|viewed|hard|a |an |the |due|caused|wrong|that)))`,
        example: "The header may be changed.",
        counterExample: "The header may be wrong.",
      },
    ],
    release: [
      {
        pattern: r`\b(?:can|may) (?:now )?(?:go|leave|be (?:dropped|removed|deleted|ignored|forgotten|skipped))[.!]?$`,
        example: "The old logo can go.",
        counterExample: "The old logo can stay.",
      },
      {
        pattern: r`\b(?:forget|ignore|drop|disregard|scrap|skip|lift|remove) (?:about )?(?:what i (?:said|wrote|told you|asked)|(?:the|my|that|this|our) (?:[\p{L}\p{N}'’-]{1,30} ){0,6}?{nameOfRule})\b`,
        example: "Forget the size rule.",
        counterExample: "Forget the milk.",
      },
      {
        pattern: r`\b(?!i\b)[\p{L}-]{2,20}(?:['’]s| is| are)? ?{notNeeded} (?:need(?:ed)?|have to|required?|necessary|use|want|bother)\b[^.?!]{0,80}\b(?:any ?more|any longer|now|these days)\b`,
        example: "The suite isn't needed anymore.",
        counterExample: "The suite isn't green.",
      },
      {
        pattern: r`(?<!\b{because} (?:i|we|you|they) )\b(?:no longer|not any ?more) {inForce}\b`,
        example: "Branch names no longer need the ticket.",
        counterExample: "Branch names no longer work.",
      },
      {
        pattern: r`\b(?:no need (?:to|for)|(?:you|we) (?:don['’]?t|do not) (?:need|have) to {duty}|(?:you|we) (?:don['’]?t|do not) need (?:my|our|the|any|an?)) ?`,
        example: "No need to wait for Ines.",
        counterExample: "We need to wait.",
      },
      {
        pattern: r`\b{nameOfRule}s? (?:[\p{L}-]{2,20} ){0,4}?(?:is|are|was|has been|have been) (?:history|over|gone|dropped|cancell?ed|void|obsolete|out|off)\b`,
        example: "The freeze limit of May is gone.",
        counterExample: "The file is gone.",
      },
      {
        pattern: r`\b(?:is|are|was|has been|have been) {lifted}\b`,
        example: "The freeze is lifted.",
        counterExample: "The freeze is on.",
      },
      {
        pattern: r`\b(?:{loosened}) (?:[\p{L}-]{2,20} ){1,4}(?:is|are) (?:ok(?:ay)?|fine|allowed|welcome|good|better)\b|\b(?:can|may|could|should|might) (?:now )?be {loosened}\b`,
        example: "Longer comments are ok.",
        counterExample: "Longer comments take time.",
      },
    ],
    "changed value": [
      {
        pattern: r`^[^\p{L}]{0,4}(?:please )?(?:go |switch )?back to \p{L}`,
        example: "Back to nine, please.",
        counterExample: "I am back.",
      },
      {
        pattern: r`\b{setVerb} (?:(?:it|that|the|my|our|this|back) )?(?:[\p{L}-]{2,20} ){0,4}?(?:up |down |back )?(?:to )?(?={amount}|{numberWord}\b|{weekday}|{month}|(?<=\b(?:to|back) )[\p{L}]{2,20}[.!]?$)`,
        example: "Raise the upload limit to 25 MB.",
        counterExample: "Raise the question.",
      },
      {
        pattern: r`\b{moved}(?: back)? (?:to|from|until|by)\b`,
        example: "We switched to bun.",
        counterExample: "The deadline moved me.",
      },
      {
        pattern: r`\b[\p{Lu}][\p{L}-]{1,20} (?:left|quit|retired|resigned|moved (?:on|teams|away|to)|is (?:gone|on leave|out|away|no longer)|has left|was replaced)\b`,
        caseSensitive: true,
        example: "Helen left us.",
        counterExample: "The milk left a stain.",
      },
      {
        pattern: r`\b(?:after all|on second thoughts?|changed (?:my|our) mind|change of plans?|turns out|new plan|better plan|correction|update|actually|came back|heard back|decided(?: that| to)?)\b`,
        example: "New plan: we walk.",
        counterExample: "A new house.",
      },
      {
        pattern: r`\b[a-z]{3,14}ed (?:back |up |down |forward |on )?to (?=(?:the )?(?:{amount}|{day}|{numberWord}\b))`,
        example: "The ship date slipped to Thursday.",
        counterExample: "The ship date slipped.",
      },
    ],
    "replaced value": [
      {
        pattern: r`(?<=\s)(?<=(?:,\s|^)(?:but )?(?:not|no more|no longer)\s(?:the |an? |in |on |with |to |as |at )?)(?!{noValue})[^\s,;.!?]{1,40}(?: [^\s,;.!?]{1,30}){0,2}`,
        example: "We use bun, not yarn.",
        counterExample: "We use bun, not sure why.",
      },
      {
        pattern: r`(?<=\s)(?<=\b(?:instead of|rather than|in place of|as opposed to)\s(?:the |an? |in |on |with |to |as |at )?)(?!{noValue})[^\s,;.!?]{1,40}(?: [^\s,;.!?]{1,30}){0,2}`,
        example: "Memcached instead of Redis.",
        counterExample: "Use it instead.",
      },
      {
        pattern: r`(?<=\s)(?<=\b(?:scratch|forget|drop|skip|scrap|ditch|enough of|goodbye|no more)\s(?:the |about |about the |those |these )?)(?!{noValue})[^\s,;.!?]{1,40}(?: [^\s,;.!?]{1,30}){0,2}`,
        example: "Scratch MySQL.",
        counterExample: "Scratch that.",
      },
      {
        pattern: r`(?<=^|[,;]\s)(?:the )?(?!it\b|that\b|this\b|which\b|he\b|she\b)[^\s,;.!?]{1,40}(?: [^\s,;.!?]{1,30})?(?= (?:is|are|was) (?:taken|off|out|gone|dead|history|not an option|fully booked|cancell?ed)\b)`,
        example: "Friday is off, ship by Monday.",
        counterExample: "It was Friday.",
      },
    ],
    "qualifying word": [
      {
        words:
          "if, unless, when, whenever, until, till, once, before, after, while, during, except, excluding, including, included, without, provided, in case, as long as, other than, apart from, but not, not even, only, at least, at most",
        example: "unless Ada agrees",
        counterExample: "Ada agrees",
      },
    ],
    "past rule": [
      {
        words: r`used to, back (?:then|in the day|when|at my|in my|in \d+), in those days, in the old days, once upon a time`,
        example: "We used to need three approvals.",
        counterExample: "We need three approvals.",
      },
      {
        pattern: r`\b(?:had to|was|were)(?: not|n['’]t)? (?:only |never |always )?{onceDemanded}\b|\b(?:i|we|you|they|he|she|it|nobody|everyone|everybody) (?:always |never |only )?had to\b`,
        example: "Nobody was permitted to deploy.",
        counterExample: "Nobody is permitted to deploy.",
      },
      {
        pattern: r`\b(?:at|in|with) (?:my|our|the|his|her|their) (?:old|previous|former|last|first) (?:team|company|job|employer|school|firm|office|project|life|place|gig|startup)\b`,
        example: "In the old team every change had a memo.",
        counterExample: "In the team.",
      },
      {
        pattern: r`\b{longAgo}\b`,
        example: "Until 2019 everything was on paper.",
        counterExample: "Until Friday.",
      },
      {
        pattern: r`\bthe rule was\b|\b(?:was|got|were) (?:dropped|abolished|abandoned|banned|scrapped) (?:in|last|years|long|back|again)\b`,
        example: "That was dropped in spring.",
        counterExample: "That was fine.",
      },
    ],
    opinion: [
      {
        words: "people, everyone, everybody, managers, developers, programmers, politicians, we all, one",
        followedBy: r` (?:really |all |simply )?(?:should|must|ought|have to|need to|could argue|could say|might say|might argue)\b`,
        example: "People should read more.",
        counterExample: "Tests should read more.",
      },
      {
        words:
          "in (?:theory|an? (?:perfect|ideal|better) world|my (?:humble )?opinion), you can never (?:be|have) (?:too|enough), it['’]s a (?:shame|pity), i['’]m not religious, if i were, if you ask me, you could (?:say|argue)",
        example: "In theory it must hold.",
        counterExample: "In Rome it must hold.",
      },
      {
        pattern: r`\b(?:as|like) (?:they|people|my \w+) (?:say|used to say|says)\b|\bthey say\b|\bwhat they say\b|\bmurphy\b|\bas the saying goes\b|\bthe old saying\b|\bhouse law\b`,
        example: "Never trust a cook, as they say.",
        counterExample: "They never trust a cook.",
      },
      {
        pattern: r`\b(?:ha){2,4}\b|\b(?:lol|lmao|rofl|just kidding|jk|kidding)\b|(?:;-?\)|:-?[dp])(?=\s|$)|😂|🤣|😉|😜`,
        example: "Always blame the intern, haha.",
        counterExample: "Always blame the intern.",
      },
      {
        pattern: r`\bi (?:think|believe|guess|feel)(?: that)? (?:people|nobody|everyone|everybody|one|managers|they|most|you should never have)\b`,
        example: "I think nobody should.",
        counterExample: "I think so.",
      },
      {
        pattern: r`^(?:there (?:are|is)|it(?:['’]s| is)) (?:only|never|always|no(?! need)) [^.?!]{2,80}[.!]?$(?<!\b(?:so|please|must|should)\b.{0,120})|\bwould (?:always|never) (?:have )?[a-z]`,
        example: "There are only two hard things",
        counterExample: "Only use two threads.",
      },
      {
        pattern: r`,\s(?:says|said|thinks|claims) (?:the|my|his|her|their|our|\p{Lu})|\b(?:honestly|frankly|imho|generally speaking|in general)[.!]?$`,
        example: "It has to come twice, says the landlord.",
        counterExample: "He says it has to come twice.",
      },
      {
        pattern: r`\b(?:nobody|no one|none of us) should (?:ever )?have to\b|\b(?:someone|somebody|one|people|they|you) (?:might|could|would|may) (?:say|argue|think|claim)\b`,
        example: "Nobody should have to debug it.",
        counterExample: "Nobody should debug it.",
      },
      {
        pattern: r`\bwould be (?:nice|great|cool|lovely|wonderful) (?:to|not to)\b|\bthat['’]s the law\b`,
        example: "It would be nice to never restart.",
        counterExample: "It would be nice if it never restarts.",
      },
    ],
    courtesy: [
      {
        pattern: r`\b(?:you (?:don['’]?t|do not) (?:have|need) to|no need to|needn['’]t) (?:apologi|explain|thank|worry|be sorry|hurry|rush|be |feel|justify|answer that|repeat)`,
        example: "You don't have to apologise.",
        counterExample: "You don't have to merge.",
      },
      {
        pattern: r`^(?:no (?:worries|problem|hurry|rush|stress|biggie)|never ?mind|don['’]?t worry|take your time)\b`,
        example: "no worries, it's only a demo",
        counterExample: "No globals",
      },
      {
        pattern: r`^(?:thanks|thank you|thx|great|perfect|awesome|cool|nice|good (?:work|job)|well done)\b[\s,.!-]{1,3}(?:that|this|it|you|never|not|only|a )\s?{thankedFor}?`,
        example: "Thanks, you always find it.",
        counterExample: "Thanks, but never push.",
      },
      {
        pattern: r`^that should do\b|\byou must be (?:tired|joking|kidding|busy|proud)\b`,
        example: "You must be joking.",
        counterExample: "You must be quick.",
      },
    ],
    "third party": [
      {
        pattern: r`^(?:and |but |so |also |well,? )?(?:my|his|her|their|our|your|the) (?:[\p{L}-]{2,15} )?{otherPeople} (?:[\p{L}'’]{1,12} ){0,3}?{bindingVerb}\b`,
        example: "My landlord doesn't allow pets.",
        counterExample: "My server doesn't allow pets.",
      },
      {
        pattern: r`\b(?:not our (?:problem|business|job)|that['’]s between them|between them and|(?:says|said) the (?:lawyer|doctor|bank|insurance))\b`,
        example: "They must refund it, not our problem.",
        counterExample: "They must refund it.",
      },
      {
        pattern: r`\b(?:his|her|their) (?:doctor|school|landlord|insurance|teacher|boss|employer|parents?|mother|father|wife|husband)\b`,
        example: "Rules of her school say so.",
        counterExample: "Rules of the house.",
      },
    ],
    guess: [
      {
        pattern: r`\bmust be (?:{guessedState})\b|\bmust be [\p{L}-]{2,20}(?: [\p{L}-]{2,20})?, (?:there|the|it|they|nobody|i|we|because|since|that|otherwise why)\b`,
        example: "The cache must be stale.",
        counterExample: "The cache must be warm.",
      },
    ],
    account: [
      {
        pattern: r`(?<!\b(?:make|let|have) )\b{toldOf}(?:['’]ve| have| has|['’]ll|['’]d)? (?:always|never|only) (?:{toldVerb}|[\p{L}]{2,20}ed\b(?<!\b{notPast}))`,
        example: "Users never read it.",
        counterExample: "Never get an answer.",
      },
      {
        pattern: r`\b(?:i|we|he|she|they|it|nobody|somebody) (?:tried|wanted|managed|attempted|meant|forgot|hoped) (?:to|not to)\b|\bnobody (?:could|can|did|knows|answer\w{0,3}|told|saw|was|had|noticed)\b`,
        example: "I tried to avoid the tunnel.",
        counterExample: "Try to avoid the tunnel.",
      },
      {
        pattern: r`\bonly {number} {countedOnly}\b|\bonly (?:the )?[\p{L}-]{2,20}(?: [\p{L}-]{2,20})? {happened}\b`,
        example: "Only 3 of the tests failed.",
        counterExample: "Only use 3 threads.",
      },
      {
        pattern: r`\b(?:limit|quota|cap|budget|deadline|maximum) (?:was|were|got|had been|has been) (?:reached|hit|exceeded|exhausted|used up|missed|blown)\b`,
        example: "The limit was 3 and the limit was reached.",
        counterExample: "The limit is 3.",
      },
      {
        pattern: r`\bnever {neverDone}\b|\b(?:the|this|that|my|our|your) [\p{L}-]{2,20} {didNot} \w`,
        example: "The worker doesn't stop.",
        counterExample: "Don't stop the worker.",
      },
    ],
    date: [
      {
        pattern: r`\b(?:{weekday}|tomorrow|next week|end of (?:the )?(?:day|week|month)|\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? {month}|{month} \d{1,2}|the \d{1,2}(?:st|nd|rd|th))\b`,
        example: "on 26 March",
        counterExample: "on time",
      },
    ],
    "rules table": [
      {
        words:
          "allowed, permissions?, permitted, access, may, rights, forbidden, limits?, max(?:imum)?, min(?:imum)?, quota, required, rules?",
        example: "| resource | allowed |",
        counterExample: "| resource | colour |",
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
        pattern: r`^(?:user|human|you|me|assistant|ai|bot|system|developer|tool|agent|claude|gpt|chatgpt|codex)(?:[\s-](?:assistant|agent|bot|code|cli|\S{0,3}\d\S{0,5}))?$`,
        example: "assistant",
        counterExample: "user interface",
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
        "a, an, the, this, that, these, those, it, its, is, are, was, were, be, been, being, am, do, does, did, done, doing, don, t, s, d, ll, ve, re, i, you, we, they, he, she, me, my, your, our, their, them, us, and, or, but, so, then, if, when, while, as, of, in, on, at, by, for, to, from, with, without, into, onto, over, under, about, not, no, nor, never, always, must, should, shall, may, might, can, could, would, will, only, just, also, please, make, sure, ensure, prefer, preferably, need, needs, have, has, had, use, using, used, any, all, every, instead, actually, rather, than, longer, anymore, more, most, least, less, change, plan, forget, again, now, want, let, lets, let's, don't, don’t, doesn't, isn't, won't, can't, cannot, what, which, who, how, there, here, up, out, off, very, too, much, many, get, go, keep, kept, leave, alone, hands, paws, fine, ok, okay, allow, allowed, permitted, scratch, said, thing, ahead, feel, free, anyway, yes, yet, still, like, wrong, mistake, mind, correction, enough, better, max, maximum, min, minimum, back, mine, yours, good, switch, switched, something, before, after, until, per, hold, pause, block, touch, edit, modify, alter, changed, changing, touching, editing",
      example: "without",
      counterExample: "deploy",
    },
    "talk stop word": {
      words:
        "that, this, with, from, have, what, your, they, them, their, there, about, would, could, should, will, just, then, than, when, where, which, were, been, being, because, into, over, some, such, very, also, only, more, most, other, these, those, here, does, doing, done, make, made, like, know, think, mean, well, yeah, okay, right, really, actually, going, gonna, want, wanna, thing, things, something, anything, everything, kind, sort, maybe, probably, quite, still, even, much, many, lots, getting, come, came, goes, went, take, took, says, said, saying, look, looking, sure, good, yes, don't, that's, it's, can't, won't, didn't, doesn't, isn't, wasn't, there's",
      example: "gonna",
      counterExample: "budget",
    },
    "number word": {
      words:
        "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, fifteen, twenty, thirty, fifty, hundred",
      example: "three",
      counterExample: "tree",
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
      words:
        "true, done, complete, completed, finished, closed, checked, void, voided, revoked, withdrawn, superseded",
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
