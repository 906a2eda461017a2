import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { constraintKind } from "./constraint-kind.js";
import { script } from "./ledger-test-support.js";

/** Sentences that the cues were not written from, as somebody would say them. */
interface Sentences {
  readonly rules: readonly string[];
  readonly lookAlikes: readonly string[];
}

const SENTENCES: Readonly<Record<string, Sentences>> = {
  English: {
    rules: [
      "Keep the public API as it is.",
      "No new dependencies, please.",
      "Hands off the billing module until Thursday.",
      "Every commit gets a ticket number in its subject.",
      "Tests go next to the source file, never in a separate tree.",
      "We cap uploads at 25 MB.",
      "Whatever you do, leave the legacy folder alone.",
      "Stick to Postgres 15 features.",
      "Reply in Spanish from here on.",
      "I'd rather have small pull requests than big ones.",
      "The retry count must not go above 4.",
      "Only Maria may approve releases.",
      "Logs stay in English.",
      "Budget is 300 euros, not a cent more.",
      "Under no circumstances should the cron job run twice.",
      "Dates are written as YYYY-MM-DD throughout.",
      "Whenever you add a route, add a test for it.",
      "We stay on Node 18 for this release.",
      "Nothing goes to production without Priya's sign-off.",
      "Skip the changelog for patch releases.",
      "The customer must never see internal ids.",
      "Two spaces for YAML, four for Python.",
      "I'm on a metered connection, so no big downloads.",
      "Please run the formatter before every commit.",
    ],
    lookAlikes: [
      "The docs say you must restart the server after that.",
      "He told me never to trust the cache.",
      "Did you only run the unit tests?",
      "I wonder whether we should keep the cache.",
      "The linter complains that functions must be shorter.",
      "It used to be forbidden to push on Fridays.",
      "What would happen if we never closed the socket?",
      "The README of the other project says: never commit secrets.",
      "She says the docs should be shorter.",
      "Why must it be so slow?",
      "In the old team we always squashed.",
      "I never liked that colour.",
      "The error reads 'value must be positive'.",
      "If the cache were empty, we would have to refill it.",
    ],
  },
  German: {
    rules: [
      "Finger weg vom Ordner legacy.",
      "Bitte keine neuen Abhängigkeiten einführen.",
      "Commit-Nachrichten schreiben wir auf Englisch.",
      "Mehr als drei Versuche darf der Client nicht machen.",
      "Antworte ab jetzt auf Deutsch.",
      "Vor jedem Deploy holst du meine Freigabe ein.",
      "Das Budget liegt bei höchstens 500 Euro.",
      "Ich hätte gern kurze Funktionen.",
      "Der Port bleibt 8443.",
      "Ohne Review wird nichts gemergt.",
      "Passwörter haben im Log nichts verloren.",
      "Datumsangaben immer im ISO-Format.",
      "Produktionsdaten sind tabu.",
      "Schreib zu jeder Route einen Test.",
      "Wir bleiben vorerst bei Node 18.",
      "Ohne Freigabe von Jana geht nichts live.",
      "Duze die Nutzer bitte.",
      "Der Kunde darf interne Nummern nie zu sehen bekommen.",
    ],
    lookAlikes: [
      "In der Doku steht, man müsse den Dienst neu starten.",
      "Hast du nur die Unit-Tests laufen lassen?",
      "Früher durfte man hier nicht direkt pushen.",
      "Ich frage mich, ob wir den Cache behalten sollten.",
      "Muss man das immer so machen?",
      "Warum muss das so langsam sein?",
      "Im alten Team haben wir immer gesquasht.",
      "Die Fehlermeldung sagt, der Wert müsse positiv sein.",
      "Wenn der Cache leer wäre, müssten wir ihn füllen.",
    ],
  },
  French: {
    rules: [
      "Pas de nouvelle dépendance, s'il te plaît.",
      "On ne touche pas au module de facturation avant jeudi.",
      "Les messages de commit se rédigent en anglais.",
      "Le délai d'attente ne dépasse jamais 30 secondes.",
      "Réponds-moi en français à partir de maintenant.",
      "Préviens-moi avant chaque déploiement.",
      "Budget maximum : 400 euros.",
      "Je préfère les petites fonctions.",
      "Interdiction de pousser sur main.",
      "Seule Claire peut valider les versions.",
      "Les dates toujours au format ISO.",
      "Les données de production, on n'y touche pas.",
      "Écris un test pour chaque route.",
      "On reste sur Node 18 pour l'instant.",
      "Rien ne part en production sans l'accord de Zoé.",
      "Vouvoie les utilisateurs.",
      "Le client ne doit jamais voir les identifiants internes.",
    ],
    lookAlikes: [
      "La doc dit qu'il faut redémarrer le serveur.",
      "Mon collègue m'a dit de ne jamais faire ça.",
      "Tu as lancé seulement les tests unitaires ?",
      "Avant, il était interdit de déployer le vendredi.",
      "Je me demande s'il faut garder le cache.",
      "Pourquoi est-ce que ça doit être si lent ?",
      "Dans mon ancienne équipe, on faisait toujours un squash.",
      "Le message d'erreur dit que la valeur doit être positive.",
      "Si le cache était vide, il faudrait le remplir.",
    ],
  },
  Spanish: {
    rules: [
      "Nada de dependencias nuevas.",
      "No toques el módulo de facturación hasta el jueves.",
      "Los mensajes de commit van en inglés.",
      "El tiempo de espera no puede pasar de 30 segundos.",
      "Contéstame en español a partir de ahora.",
      "Avísame antes de cada despliegue.",
      "El presupuesto es de 400 euros como máximo.",
      "Prefiero funciones cortas.",
      "Queda prohibido subir a main.",
      "Solo Lucía puede aprobar versiones.",
      "Las fechas siempre en formato ISO.",
      "Los datos de producción ni tocarlos.",
      "Escribe una prueba por cada ruta.",
      "De momento seguimos con Node 18.",
      "Nada sale a producción sin el visto bueno de Pablo.",
      "Trata de usted a los clientes.",
      "El cliente nunca debe ver los identificadores internos.",
    ],
    lookAlikes: [
      "La documentación dice que hay que reiniciar el servidor.",
      "Mi jefe me dijo que nunca desplegara los viernes.",
      "¿Has ejecutado solo las pruebas unitarias?",
      "Antes estaba prohibido subir directamente.",
      "Me pregunto si deberíamos conservar la caché.",
      "¿Por qué tiene que ser tan lento?",
      "En mi equipo anterior siempre hacíamos squash.",
      "El mensaje de error dice que el valor debe ser positivo.",
      "Si la caché estuviera vacía, habría que llenarla.",
    ],
  },
  Portuguese: {
    rules: [
      "Nada de dependências novas.",
      "Não mexa no módulo de faturamento até quinta.",
      "As mensagens de commit são em inglês.",
      "O tempo limite não pode passar de 30 segundos.",
      "Responda em português daqui para a frente.",
      "Me avise antes de cada deploy.",
      "O orçamento é de no máximo 400 euros.",
      "Prefiro funções curtas.",
      "É proibido dar push na main.",
      "Só a Ana pode aprovar versões.",
      "As datas sempre no formato ISO.",
      "Nos dados de produção ninguém mexe.",
      "Escreva um teste para cada rota.",
      "Por enquanto ficamos no Node 18.",
      "Nada vai para produção sem o ok do Rui.",
      "Trate os clientes por senhor.",
      "O cliente nunca pode ver os ids internos.",
    ],
    lookAlikes: [
      "A documentação diz que é preciso reiniciar o servidor.",
      "Meu chefe falou para nunca fazer deploy na sexta.",
      "Você rodou só os testes unitários?",
      "Antes era proibido subir direto.",
      "Será que devemos manter o cache?",
      "Por que tem que ser tão lento?",
      "Na equipe antiga a gente sempre fazia squash.",
      "A mensagem de erro diz que o valor deve ser positivo.",
      "Se o cache estivesse vazio, teríamos que enchê-lo.",
    ],
  },
  Russian: {
    rules: [
      "Никаких новых зависимостей.",
      "Модуль биллинга до четверга не трогай.",
      "Сообщения коммитов пишем по-английски.",
      "Тайм-аут не должен превышать 30 секунд.",
      "Отвечай с этого момента по-русски.",
      "Перед каждым деплоем спрашивай меня.",
      "Бюджет — не больше 400 евро.",
      "Мне больше нравятся короткие функции.",
      "Пушить в main запрещено.",
      "Релизы утверждает только Ольга.",
      "Даты всегда в формате ISO.",
      "Боевые данные не трогаем.",
      "На каждый маршрут пиши тест.",
      "Пока остаёмся на Node 18.",
      "Без согласия Ирины в прод ничего не уходит.",
      "Клиент никогда не должен видеть внутренние номера.",
    ],
    lookAlikes: [
      "В документации написано, что нужно перезапустить сервер.",
      "Начальник сказал никогда не деплоить по пятницам.",
      "Ты запускал только модульные тесты?",
      "Раньше было запрещено пушить напрямую.",
      "Интересно, стоит ли оставить кэш.",
      "Почему это должно быть так медленно?",
      "В прошлой команде мы всегда делали squash.",
      "В ошибке сказано, что значение должно быть положительным.",
      "Если бы кэш был пуст, его пришлось бы заполнить.",
    ],
  },
  Chinese: {
    rules: [
      "别动计费模块，周四之前都不行。",
      "不准引入新的依赖。",
      "提交信息一律用英文写。",
      "超时时间不得超过30秒。",
      "从现在起用中文回答我。",
      "每次部署前先问我。",
      "预算最多400欧元。",
      "我更喜欢短一点的函数。",
      "禁止直接推送到 main。",
      "只有李娜能批准发布。",
      "日志里不要出现密码。",
      "日期统一用 ISO 格式。",
      "生产数据谁也别碰。",
      "每个路由都要写测试。",
      "暂时继续用 Node 18。",
      "没有小王同意，什么都不能上线。",
      "对客户要用“您”。",
      "绝不能让客户看到内部编号。",
    ],
    lookAlikes: [
      "文档上说必须重启服务器。",
      "老板跟我说过千万别在周五部署。",
      "你只跑了单元测试吗？",
      "以前这里是禁止直接推送的。",
      "我在想要不要保留缓存。",
      "为什么一定要这么慢？",
      "以前的团队总是用 squash。",
      "报错说值必须为正数。",
      "如果缓存是空的，就得重新填充了吧？",
    ],
  },
  Japanese: {
    rules: [
      "新しい依存は追加しないで。",
      "課金モジュールは木曜まで触らないこと。",
      "コミットメッセージは英語で書くこと。",
      "タイムアウトは30秒を超えてはいけません。",
      "これからは日本語で答えてください。",
      "デプロイの前に必ず確認してください。",
      "予算は400ユーロまでです。",
      "短い関数のほうが好みです。",
      "mainへの直接プッシュは禁止です。",
      "リリースを承認できるのは佐藤さんだけです。",
      "日付は必ずISO形式で。",
      "本番データには絶対に触らないで。",
      "ルートごとにテストを書いてください。",
      "当面はNode 18のままでいきます。",
      "田中さんの承認なしに本番へ出してはいけません。",
      "お客様には敬語を使ってください。",
      "社内番号をお客様に見せないこと。",
    ],
    lookAlikes: [
      "ドキュメントにはサーバーを再起動しなければならないと書いてあります。",
      "上司に金曜日は絶対にデプロイするなと言われました。",
      "ユニットテストだけ実行しましたか？",
      "以前は直接プッシュが禁止されていました。",
      "キャッシュを残すべきか迷っています。",
      "なぜこんなに遅くなければならないのですか？",
      "前のチームではいつもスカッシュしていました。",
      "エラーには値は正でなければならないと出ています。",
      "もしキャッシュが空なら、埋める必要があるかもしれません。",
    ],
  },
  Korean: {
    rules: [
      "새 의존성은 추가하지 마.",
      "결제 모듈은 목요일까지 건드리지 마세요.",
      "커밋 메시지는 영어로 작성해 주세요.",
      "타임아웃은 30초를 넘기면 안 됩니다.",
      "이제부터 한국어로 답해 줘.",
      "배포 전에는 꼭 나한테 물어봐.",
      "예산은 최대 400유로예요.",
      "짧은 함수가 더 좋아요.",
      "main에 바로 푸시하는 건 금지입니다.",
      "릴리스 승인은 지민 씨만 할 수 있어요.",
      "날짜는 항상 ISO 형식으로.",
      "운영 데이터는 절대 건드리지 마.",
      "라우트마다 테스트를 작성해 줘.",
      "당분간 Node 18을 유지합니다.",
      "수진 씨 승인 없이는 아무것도 배포하면 안 돼요.",
      "고객에게는 존댓말을 써 주세요.",
      "고객에게 내부 번호를 보여주면 안 됩니다.",
    ],
    lookAlikes: [
      "문서에는 서버를 재시작해야 한다고 나와 있어요.",
      "상사가 금요일에는 절대 배포하지 말라고 했어요.",
      "단위 테스트만 돌렸어요?",
      "예전에는 직접 푸시하는 게 금지였어요.",
      "캐시를 유지해야 할지 고민이에요.",
      "왜 이렇게 느려야 하죠?",
      "예전 팀에서는 항상 스쿼시했어요.",
      "오류 메시지에 값은 양수여야 한다고 나와요.",
      "캐시가 비어 있다면 채워야 하겠죠?",
    ],
  },
  Hindi: {
    rules: [
      "कोई नई डिपेंडेंसी मत जोड़ना।",
      "बिलिंग मॉड्यूल को गुरुवार तक हाथ मत लगाना।",
      "कमिट संदेश अंग्रेज़ी में लिखें।",
      "टाइमआउट 30 सेकंड से ज़्यादा नहीं होना चाहिए।",
      "अब से हिंदी में जवाब दो।",
      "हर डिप्लॉय से पहले मुझसे पूछना।",
      "बजट ज़्यादा से ज़्यादा 400 यूरो है।",
      "मुझे छोटे फ़ंक्शन पसंद हैं।",
      "main पर सीधे पुश करना मना है।",
      "रिलीज़ को केवल आशा ही मंज़ूरी दे सकती है।",
      "तारीखें हमेशा ISO फ़ॉर्मेट में लिखें।",
      "प्रोडक्शन डेटा को बिल्कुल मत छूना।",
      "हर रूट के लिए टेस्ट लिखो।",
      "फ़िलहाल Node 18 पर ही रहेंगे।",
      "रवि की मंज़ूरी के बिना कुछ भी लाइव नहीं जाएगा।",
      "ग्राहकों को आप कहकर बुलाओ।",
      "ग्राहक को अंदरूनी नंबर कभी नहीं दिखने चाहिए।",
    ],
    lookAlikes: [
      "दस्तावेज़ में लिखा है कि सर्वर को रीस्टार्ट करना ज़रूरी है।",
      "मेरे बॉस ने कहा था कि शुक्रवार को कभी डिप्लॉय मत करना।",
      "क्या तुमने सिर्फ़ यूनिट टेस्ट चलाए?",
      "पहले सीधे पुश करना मना था।",
      "सोच रहा हूँ कि कैश रखना चाहिए या नहीं।",
      "यह इतना धीमा क्यों होना चाहिए?",
      "पुरानी टीम में हम हमेशा स्क्वैश करते थे।",
      "एरर में लिखा है कि मान धनात्मक होना चाहिए।",
      "अगर कैश खाली होता तो भरना पड़ता।",
    ],
  },
};

describe("what a user lays down", () => {
  for (const [language, { rules, lookAlikes }] of Object.entries(SENTENCES)) {
    it(`is told from what only sounds like it, in ${language}`, () => {
      expect(rules.filter((sentence) => constraintKind(sentence) === undefined)).toEqual([]);
      expect(lookAlikes.filter((sentence) => constraintKind(sentence) !== undefined)).toEqual([]);
    });
  }
});

/** The same, with sentences that take an earlier one back, and such that only look as if they did. */
interface Changes extends Sentences {
  readonly releases: readonly (readonly [string, string])[];
  readonly unrelated: readonly (readonly [string, string])[];
  /** What is not understood yet. */
  readonly misread: readonly string[];
}

const CHANGES = JSON.parse(
  readFileSync(new URL("./__fixtures__/everyday-changes.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Changes>>;

/** True if an earlier sentence is a rule, and the later one leaves it in force. */
function holds(earlier: string, later: string): boolean {
  const { constraints } = script().user(earlier).assistant("Understood.").user(later).checkpoint();
  return constraints.some(({ text, status }) => text === earlier && status === "current");
}

const isReplaced = (earlier: string, later: string): boolean =>
  constraintKind(earlier) !== undefined && !holds(earlier, later);

describe("what a user changes", () => {
  for (const [language, { rules, lookAlikes, releases, unrelated, misread }] of Object.entries(CHANGES)) {
    it(`is related to what was said before, in ${language}`, () => {
      const missed = [
        ...rules.filter((sentence) => constraintKind(sentence) === undefined),
        ...releases.filter(([rule, later]) => !isReplaced(rule, later)).map(([, later]) => later),
      ];
      expect(missed).toEqual(misread);
      expect(lookAlikes.filter((sentence) => constraintKind(sentence) !== undefined)).toEqual([]);
      expect(unrelated.filter(([rule, later]) => isReplaced(rule, later))).toEqual([]);
    });
  }
});
