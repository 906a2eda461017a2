import type { CueLanguage } from "./cue-language.js";
import { latinWriting } from "./latin-writing.js";

const r = String.raw;

/** Cues in Portuguese, as it is written in Brazil and in Portugal. */
export const PORTUGUESE: CueLanguage = {
  name: "Portuguese",
  writing: latinWriting({
    letters: "ãõáâàçéêíóôú",
    words:
      "um, uma, de, da, dos, das, em, na, nos, nas, ao, aos, eu, se, seu, sua, seus, meu, minha, por, para, com, sem, que, quando, sempre, nunca, mais, tudo, todos, todas, cada, favor, nada, mas, apenas, pelo, pela",
  }),
  edges: [r`(?<![\p{L}\p{N}])`, r`(?![\p{L}\p{N}])`],
  lists: {
    /** Things that have one exact value. */
    setting: r`porta, servidor, endereço, sala, quarto, consulta, reunião, entrega, voo, trem, comboio, número, versão, conta, identificador, código, lançamento, preço, data, referência, matrícula, protocolo, pedido`,
    /** Where an order begins, and what may precede its verb. */
    begin: r`^[^\p{L}\p{N}]{0,8}, [;:(–—,]\s{0,2}["«“]?, \s-\s, (?<!\p{L}){opening}\s`,
    opening: "por favor, e, mas, então, depois, sempre, nunca, também, ou, primeiro, só, apenas, me, nos",
    gap: r`(?:\S{1,30}\s){0,6}`,
    end: r`(?![\p{L}\p{N}])`,
    /** Orders, familiar and polite, with the pronouns that may hang on to them. */
    orderVerb: r`{stem}[ae]m?(?:-(?:me|nos|o|a|os|as|lhe|se))?, {irregular}(?:-(?:me|nos|o|a|os|as|lhe))?`,
    stem: "abr, aceit, adicion, agrup, altere?, anex, anot, apag, apont, arquiv, arredond, assin, atualiz, avis, busc, calcul, cham, cit, coloc, coloqu, coment, comec, começ, compar, compartilh, confir, confirm, consert, consider, consult, contat, cont, copi, corrij, corrig, cri, cuid, deix, descrev, delet, digit, divid, edit, elimin, encaminh, entregu, entreg, envi, escrev, escolh, esper, esqueç, esquec, evit, expliqu, explic, export, fal, format, fix, foqu, grav, guard, ignor, implement, inclu, incluí?, indiqu, indic, inform, inici, insir, instal, junt, lembr, limit, list, mand, mantenh, marqu, marc, mencion, mex, mostr, mud, nome, notifiqu, numer, obtenh, omit, orden, organiz, pass, peç, pergunt, permit, pesquis, poup, prefir, prepar, prefix, procur, public, publiqu, pul, reduz, refaç, registr, remov, renome, repit, respeit, respond, resum, retir, revis, rod, salv, separ, sig, siga, substitu, sug, teste?, test, trabalh, traduz, trat, troqu, us, utiliz, valid, verifiqu, verific, volt",
    irregular:
      "faça, faz, diga, diz, dê, ponha, põe, tenha, tem, vá, venha, seja, leia, lê, veja, ouça, traga, traduza, reduza, saia, mantém, pare, avise",
    /** What tells how things are after a "not". */
    state: r`é, foi, era, está, estava, tem, tinha, há, ha, funciona\p{L}?, importa, existe, precisa, carrega, abre, responde, aparece, dá, compila, roda, passa, liga, conecta, salva, mostra, retorna, devolve, consegue, encontra, acha, fecha, sobe, entra, sai, vem, volta, acontece, muda, faz, sabe, quer, dava, ia, ficava, fica, serve, bate, cabe, via, havia, queria, podia, sabia, era, seria, estaria, sou, parece`,
    day: r`segunda, terça, quarta, quinta, sexta, sábado, domingo, segunda-feira, terça-feira, quarta-feira, quinta-feira, sexta-feira, amanhã, hoje, meio-dia, meia-noite, fim, final, \d{1,2}, janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, próxim[oa]`,
    due: r`tem que, têm que, tem de, deve, devem, precisa, precisam, preciso, entreg\p{L}{1,6}, pront[oa]s?, termin\p{L}{1,5}, acab\p{L}{1,5}, envi\p{L}{1,4}, prazo, estar, ficar, concluíd[oa]`,
    number: r`\d[\d.,]{0,8}, um, uma, dois, duas, três, quatro, cinco, seis, sete, oito, nove, dez, doze, vinte, cem`,
    unit: "palavras, frases, linhas, páginas, parágrafos, caracteres, euros, reais, minutos, horas, segundos, dias, tentativas, vezes, kb, mb, gb, tópicos, pontos",
    consent: "autorização, aprovação, permissão, consentimento, confirmação, aval, ok, sinal verde, anuência",
    rules: "regras?, requisitos?, restrição, restrições, condições, convenções, diretrizes, exigências",
    person: r`chefe, chefa, amig[oa]s?, mãe, pai, irmã, irmão, médic[oa], vizinh[oa]s?, filh[oa], mulher, marido, esposa, colegas?, avó, avô, professora?, namorad[oa], patrão, senhorio`,
    source: r`guia, manual, documentação, docs?, readme, wiki, logs?, registro, placa, erro, mensagem, mensagem de erro, compilador, linter, console, artigo, blog, fórum, licença, contrato, página, tutorial, instruções, site`,
    says: "diz, dizia, dizem, indica, mostra, mostrava, era, escreveu, exige, afirma, conta, contou, disse, falou, recomenda, me disse, reclama",
    changed: r`adiad[oa]s?, adi\p{L}{1,4}, antecipad[oa]s?, remarcad[oa]s?, mud\p{L}{1,4}, alterad[oa]s?, movid[oa]s?, pass\p{L}{1,4}, transferid[oa]s?, aumentad[oa]s?, aument\p{L}{1,3}, reduzid[oa]s?, prorrogad[oa]s?, estendid[oa]s?, troc\p{L}{1,4}, sub\p{L}{1,3}, caiu`,
    shaky:
      "falha, falham, devolve, retorna, dá, sai, aparece, aparecem, é, são, está, estão, era, foi, tem, tinha, funciona, funcionou, funcionava, acontece, fica, demora, trava, cai, quebra",
    lasting: r`sempre, nunca, não, a partir de agora, em diante, cada, todos, todas, toda, todo, qualquer, antes de, evitar, só, apenas, em \p{L}+(?:ês|ol|ão)`,
    language:
      "português, inglês, espanhol, francês, alemão, italiano, russo, chinês, japonês, coreano, árabe, hindi",
  },
  cues: {
    acceptance: [
      {
        words: r`critérios? de aceitação, (?:pronto|concluído|terminado) quando, os testes (?:devem|têm que|precisam) passar`,
        example: "Pronto quando a página abrir.",
        counterExample: "A página abre.",
      },
    ],
    limit: [
      {
        pattern: r`^[^\p{L}]{0,8}uma? (?:só|único|única) [^,.?]{2,40} por \p{L}`,
        example: "Um único aviso por página.",
        counterExample: "Uma única vez.",
      },
      {
        pattern: r`(?<!\p{L})(?:só|somente|apenas) (?:às?|aos?|nas?|nos?) (?:segundas?|terças?|quartas?|quintas?|sextas?|sábados?|domingos?)(?!\p{L})`,
        example: "Entrega apenas aos sábados.",
        counterExample: "Entrega aos sábados.",
      },
      {
        words: r`(?:limite|teto|orçamento|prazo|cota) (?:\S{1,20}\s){0,3}(?:a|para|até|em) (?:\S{1,12}\s)?\d+, {changed} (?:para|pra) (?:\S{1,12}\s)?{day}`,
        example: "O limite subiu agora para 50.",
        counterExample: "O limite subiu muito.",
      },
      {
        words: r`no (?:máximo|mínimo), ao (?:máximo|menos), pelo menos, máximo de, mínimo de, não mais (?:de|que|do que), nem (?:um|uma) (?:\S{1,20}\s)?a mais, o mais tardar, data limite, (?:não )?{gap}(?:passar|passem|passe|ultrapass\p{L}{1,4}|exced\p{L}{1,3}) (?:de |os |as )?\d+, menos de \d+, até \d+ \p{L}+`,
        example: "Três pessoas no máximo.",
        counterExample: "Três pessoas no carro.",
      },
      {
        words: r`(?:orçamento|limite|teto|prazo|cota|timeout)s? (?:\S{1,20}\s){0,3}?(?:é|são|de|em|:)\s(?:\S{1,12}\s){0,2}?\d[\d.,]{0,9}, (?:temos|tenho|dispomos de) (?:r\$ ?)?\d[\d.,]{0,9} (?:euros|reais|dólares|horas|dias)`,
        example: "O teto é de 800 reais.",
        counterExample: "O teto é alto.",
      },
      {
        pattern: r`(?<!\p{L}){due}{end}[^.?!]{0,60}\s(?:até|antes d[aoe]|na|no|para|em)\s(?:o |a |às |próxima |próximo |dia )?{day}{end}`,
        example: "Preciso disso até sexta.",
        counterExample: "Ele vem na sexta.",
      },
      {
        words: r`(?:em|sob|menos de) {number} {unit}, {number} {unit} (?:por|no máximo|ao)`,
        example: "Resuma em duas frases.",
        counterExample: "São duas frases.",
      },
    ],
    rule: [
      {
        pattern: r`(?<!\p{L})(?:peça|peçam|pede|obtenha) (?:sempre )?(?:o|a) (?:ok|okay|aval|aprovação|autorização|permissão|bênção)(?!\p{L})`,
        example: "Obtenha o aval da diretoria.",
        counterExample: "O aval chegou.",
      },
      {
        pattern: r`\p{L} (?:contam?|valem?) (?:sempre )?(?:como|por) (?:um |uma )?(?:erros?|falhas?|faltas?|privad[oa]s?)`,
        example: "Uma dúvida vale por uma falha.",
        counterExample: "Uma dúvida vale a pena.",
      },
      {
        pattern: r`{begin}(?:mostr[ae]|escrev[ae]|arredond[ae]|nomei[ae]|indique) (?:sempre )?(?:os|as) (?:preços|datas|horas|valores|totais|branches|nomes|notas) `,
        example: "Indique as horas em UTC.",
        counterExample: "As horas estão erradas.",
      },
      {
        pattern: r`^(?:só|somente|apenas) (?:se )?\p{L}{3,20}(?: \p{L}{2,20}){0,4} (?:às|aos) (?:segundas|terças|quartas|quintas|sextas|sábados|domingos)(?:-feiras)?[.!]?$`,
        example: "Só salvamos aos domingos.",
        counterExample: "Salvamos aos domingos.",
      },
      {
        words: r`ninguém (?:mexe|toca|altera|muda), (?:ficamos|seguimos|continuamos) (?:no|na|com o|com a|com|em) (?:\p{L}{2,20} )\d[\d.]{0,6}, trat(?:e|em|a) (?:os|as|o|a) \p{L}{3,20} por (?:senhor|senhora|você|tu)`,
        example: "Nesse banco ninguém mexe.",
        counterExample: "Ninguém veio.",
      },
      {
        words: r`nada de (?!nada|isso|mais|novo)\p{L}+(?<!(?:sei|sabe|há|hay|sé|resta|entendo|vejo) nada de \p{L}+), somente leitura, só leitura`,
        example: "À noite nada de barulho.",
        counterExample: "Não sei nada de barulho.",
      },
      {
        words: r`(?:poderia|pode|podia) (?:\S{1,20}\s){0,2}(?:evitar|parar de|não \p{L}+[aei]r)`,
        example: "Poderia evitar a gíria?",
        counterExample: "Poderia vir?",
      },
      {
        pattern: r`(?<!\p{L})(?:para (?:o |a |os |as )?\p{L}{3,30},? (?:use|usa|utilize|empregue)|(?:use|utilize|empregue) \S{1,40} (?:para|como)){end}`,
        example: "Para imagens, use WebP.",
        counterExample: "As imagens são WebP.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:(?:as|minhas|os|nossas) )?{rules}\s?:\**\s{0,3}[^\s*]`,
        example: "Regras: commits pequenos",
        counterExample: "As regras estão aqui.",
      },
      {
        words: r`nunca(?! (?:vi|soube|funcion\p{L}+|chegou|mais vi|tinha|foi|fui)\b), jamais, proibid[oa]s?, sob hipótese (?:nenhuma|alguma), de jeito nenhum, em hipótese alguma, em nenhum caso, nem pensar, nem pense, intocáve(?:l|is), não se (?:mexe|muda|pode|deve|permite|aceita|publica|usa)m?`,
        example: "De jeito nenhum.",
        counterExample: "De algum jeito.",
      },
      {
        pattern: r`{begin}(?:{opening}\s)?não (?:me |nos |o |a |se |lhe )?(?!{state}{end})\p{L}{2,20}(?:e|a|em|am|ar|er|ir){end}`,
        example: "Não mexa no esquema.",
        counterExample: "Não sei do esquema.",
      },
      {
        words: r`não (?:deve|devem|deveria\p{L}?|pode|podem|podes|é (?:permitid[oa]|para)|quero (?:que|ver|mais|nenhum\p{L}?))`,
        example: "O nome não deve sobrar.",
        counterExample: "O nome sobra.",
      },
      {
        words: r`(?<!não )deve(?! ser (?:o|a|um|uma|por)\b)(?! ter\b), (?<!não )devem, (?<!não )(?:tem|têm) (?:que|de)(?! ser (?:o|um)\b), (?<!não )(?:precisa|precisam)(?! mais), sempre(?! (?:me|foi|igual|a mesma|é|está|dá|muito)\b), certifique-se, garanta, somente, unicamente, exclusivamente, obrigatóri\p{L}{1,7}, imprescindível, é (?:necessário|importante|essencial), sem falta, sem exceção, lembre-se, não (?:se )?esqueça, tenha em mente, toda vez que, cada vez que`,
        example: "Isso deve ficar aqui.",
        counterExample: "Isso fica aqui.",
      },
      {
        words: r`a partir de (?:agora|hoje|amanhã|já), daqui (?:para|pra) (?:a )?frente, daqui em diante, de agora em diante, doravante, de hoje em diante`,
        example: "Doravante se chama Norte.",
        counterExample: "Ele se chama Norte.",
      },
      {
        words: r`(?:só|somente|apenas|unicamente) (?:são|é|se|{gap}(?:permitid|autorizad)[oa]s?|use|pode|em|com|para|est[ae]s?|os?|as?|azul|por|n[ao]s?)(?! foi| fui), {irregular} (?:só|apenas|somente), {stem}[ae] (?:só|apenas|somente), (?:permitid|autorizad)[oa]s? (?:são|está\p{L}?|:), nada mais, nenhum outro, (?:fora|além) (?:d?[oa]s?) .{1,40} (?:não|nada), (?:exceto|salvo|menos) .{1,40} não`,
        example: "Só são aceitas estas ferramentas: sed e awk.",
        counterExample: "São estas ferramentas: sed e awk.",
      },
      {
        words: r`(?:sem|peça|com|espere|aguarde|precisa d[ae]|exige) (?:[ao] )?(?:minha|meu|nossa|nosso) (?:\S{1,20}\s)?{consent}, (?:me (?:pergunte|avise|consulte|peça)|pergunte-me|avise-me)(?=.{0,60}(?:antes|primeiro|cada|se\b|sempre)), (?<=^se .{0,80})me (?:pergunte|avise|consulte)`,
        example: "Aguarde meu sinal verde.",
        counterExample: "O sinal está verde.",
      },
      {
        words: r`(?:fica|ficam|continua|continuam|permanece|permanecem) (?:\S{1,20}\s){0,3}(?:como|igual|iguais|intact[oa]s?|sempre|tal|no idioma|inalterad[oa]s?), deixe .{1,60} (?:em paz|como está\p{L}?|intact[oa]s?), mantenha (?:um|uma|o|a|os|as|tudo) `,
        example: "As fontes ficam como estão.",
        counterExample: "As fontes são bonitas.",
      },
      {
        words: r`(?:começam|começa|terminam|termina|acabam|se escrevem?|se chamam|seguem) (?:\S{1,20}\s){0,2}(?:por|com|em|o|a|sempre), (?:nomes|datas|preços|horas|valores|branches|commits|arquivos|variáveis|títulos|atas|mensagens)(?: \S{1,20}){0,3} (?:vão|são|ficam|devem ir) (?:em|para|com|no|na|sempre)`,
        example: "Os testes terminam em _spec.",
        counterExample: "Os testes estão verdes.",
      },
      {
        pattern: r`{begin}(?:evite|evita|abstenha-se|limite-se|procure|poupe){end}\s?\S`,
        example: "Evite os anglicismos.",
        counterExample: "Ele evitou isso.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:nada de|nenhum|nenhuma|zero|sem|nem um|nem uma|nada vai|nada sai) (?!problemas?|dúvida|pressa|ideia|novidade|resposta|erro|querer)[^?,]{2,80}$`,
        example: "Zero emojis nos commits.",
        counterExample: "Sem problema.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:se|quando|caso|em caso de|assim que|antes de|depois de|ao) [^?]{3,160},\s(?:(?:então|sempre|primeiro|me)\s){0,2}(?:não |{orderVerb}{end})`,
        example: "Em caso de dúvida, avise.",
        counterExample: "Em caso de dúvida, há um guia.",
      },
      {
        pattern: r`\p{L},\s(?:e )?(?:não|nunca) (?:em |com |o |a |os |as )?\p{L}[^,.?!]{1,40}[.!]?$(?<!não (?:sei|há|funciona|posso|entendo|consigo)\s.{0,60})`,
        example: "Tabulações, não espaços.",
        counterExample: "Tabulações e espaços.",
      },
      {
        words: r`(?:comentários?|respostas?|textos?|mensagens?|commits|documentação|o resto|tudo|o restante) (?:\S{1,20}\s){0,2}em {language}`,
        example: "Os comentários em inglês.",
        counterExample: "Os comentários em verso.",
      },
    ],
    order: [
      {
        pattern: r`{begin}(?:{opening}\s){0,2}{orderVerb}{end}`,
        example: "Verifique a fatura.",
        counterExample: "A verificação vai bem.",
      },
      {
        words: r`(?:você |tu )?(?:poderia|pode|podia|podes|poderias) (?:me |nos )?\p{L}+r, (?:eu )?agradeceria se, agradeço se, quero que (?:você|me|\p{L}+), gostaria que, peço que, favor \p{L}+r`,
        example: "Peço que venha.",
        counterExample: "O pedido chegou.",
      },
    ],
    "standing word": [
      {
        words: r`cada, todos os, todas as, todo o, toda a, tudo, todo, toda, todos, todas, qualquer, quaisquer, sempre que, toda vez, o resto`,
        example: "Depois de cada reunião",
        counterExample: "Depois da reunião",
      },
    ],
    "one-off": [
      {
        words: r`uma olhada, desta vez, dessa vez, uma vez, outra vez, de novo, um momento, me mostre(?!.{0,60}antes), me explique, olhe, veja, agora mesmo, rapidinho, me diga, só dessa vez`,
        example: "Dê uma olhada.",
        counterExample: "Dê uma festa.",
      },
    ],
    commission: [
      {
        words: r`reserve, envie\p{L}{0,3}, mande\p{L}{0,3}, pague, transfira, convide, compre, peça, agende, marque, entregue`,
        example: "Reserve uma mesa.",
        counterExample: "A mesa está livre.",
      },
    ],
    answer: [
      {
        words: r`respond\p{L}{1,5}, respostas?, escrev\p{L}{1,5}, fal[ae]\p{L}{0,3}, redij\p{L}{1,4}, comentários?, textos?, expliqu\p{L}{1,4}, mensagens?, o resto, documentação, comuniqu\p{L}{1,4}`,
        example: "Fale comigo.",
        counterExample: "Olhe para mim.",
      },
    ],
    "language name": [{ words: "{language}", example: "em japonês", counterExample: "em papel" }],
    date: [
      {
        words: r`(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?, sábado, domingo, amanhã, \d{1,2} de (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)`,
        example: "quinta-feira",
        counterExample: "feira",
      },
    ],
    "own fact": [
      {
        words: r`{setting} (?:\S{1,20}\s){0,3}?(?:é|são|começa|sai)(?! desde) (?:\S{1,12}\s){0,2}?\S{0,12}\d[\p{L}\p{N}:.,/-]{0,20}(?! (?:dias|horas|minutos|vezes|anos))`,
        example: "A sala é a 412.",
        counterExample: "A sala é bonita.",
      },
      {
        words: r`sou (?:\S{1,20}\s){0,2}(?:alérgic[oa]|vegetarian[oa]|vegan[oa]|canhot[oa]|daltônic[oa]|celíac[oa]|diabétic[oa]|surd[oa]|iniciante|intolerante), estou grávida, (?:eu )?moro em, me chamo, meu nome é, (?:eu )?não (?:como|bebo|falo|tolero), (?:eu )?trabalho (?:em|de|como|com|na|no), estou em`,
        example: "Sou canhoto.",
        counterExample: "Sou feliz.",
      },
      {
        words: r`(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas) (?:\p{L}{2,20}\s){1,3}(?:se chama|é (?:o|a|\p{Lu}\p{L}+|\d)|fica em|roda (?:em|no|com)|(?:só|apenas) tem|não (?:tem|suporta|aceita)|usa|utiliza|mora|aceita)`,
        example: "Nosso cliente se chama Nordwind.",
        counterExample: "O vento vem do norte.",
      },
      {
        words: r`(?:usamos|utilizamos|trabalhamos (?:com|em)|ainda estamos (?:em|no|na)|(?:só|apenas) temos), a gente (?:ainda )?(?:usa|trabalha com|só tem|está em), ainda (?:usamos|estamos em), para sua informação, só para saber, aliás, a propósito`,
        example: "Usamos Java 11.",
        counterExample: "Java 11 é velho.",
      },
    ],
    territory: [
      {
        words: r`é (?:território|coisa|assunto|responsabilidade) d[aoe], pertence (?:à|ao) (?:equipe|time), quem cuida d\S{1,2} .{1,30} é`,
        example: "O estilo é assunto do Jonas.",
        counterExample: "O estilo está pronto.",
      },
    ],
    preference: [
      {
        pattern: r`(?<!\p{L})(?:me (?:tratar|trate|trata) (?:por|de|como)|me (?:chame|chama|chamar) de)(?!\p{L})`,
        example: "Me chame de Léo.",
        counterExample: "Me chame amanhã.",
      },
      {
        pattern: r`^(?:eu )?s[oó] (?!tenho|quero|digo|pergunto|faço|preciso|vejo|acho)\p{L}{2,20}o (?:com|em|de|a|por|\p{Lu})`,
        example: "Eu só viajo com a CP.",
        counterExample: "Eu só acho a chave.",
      },
      {
        words: r`prefiro, preferia, preferiria, de preferência, preferencialmente, gosto (?:mais|que|quando|de respostas), se possível, na medida do possível, idealmente, não gosto (?:que|quando|de (?!l|ess|est|d))\S*, agradeceria se, agradeço se, gostaria que, seria (?:bom|ótimo|legal) se`,
        example: "Prefiro tabulações.",
        counterExample: "Há tabulações.",
      },
    ],
    correction: [
      {
        words: r`em (?:vez|lugar) de, ao invés de, na verdade, melhor(?=[ ,])(?! que| do que), pensando bem, esqueça, esquece, esqueçam, correção, quis dizer, mudança de planos?, afinal, não precisa mais, não é mais, desculpe, cancele, no fim das contas`,
        example: "Use o 80 em vez de 3000.",
        counterExample: "Use a porta 80.",
      },
    ],
    permission: [
      {
        words: r`(?<!não )(?:pode|podes|podem|dá para), (?:está|estão|fica|é|são) (?:\S{1,20}\s){0,2}(?:permitid[oa]s?|livres?|liberad[oa]s?|ok|autorizad[oa]s?), como quiser, tanto faz, sem problemas?, fique à vontade, à vontade`,
        example: "Você pode apagar os testes.",
        counterExample: "Você não pode apagar os testes.",
      },
    ],
    release: [
      {
        words: r`não (?:precisa|precisam|é|há|tem|vale|quero|se aplica|deve)(?: ser)? mais, (?:já )?não (?:é preciso|é necessário|precisa mais), esqueça, esquece, esqueçam, sem efeito, fica (?:anulad|cancelad|revogad)[oa], anulad[oa]s?, cancelad[oa]s?, revogad[oa]s?, liberad[oa]s?, deixa de valer, não apenas, ignore, pode ignorar, desconsidere`,
        example: "A regra fica sem efeito.",
        counterExample: "A regra está clara.",
      },
    ],
    "changed value": [
      {
        words: r`(?:foi|foram|está|fica|vai|vão) (?:\S{1,20}\s)?{changed} (?:para|pra|a|de .{1,30} para), {changed} (?:para|pra), (?:é|são|será) agora, agora (?:é|são|será|vai|vão|fica), que sejam?, mud(?:e|a|ar|amos) para, pass(?:a|ou|amos) (?:para|a ser), no lugar, volt(?:e|a|amos) (?:a|para), troque`,
        example: "A reunião foi adiada para segunda.",
        counterExample: "A reunião é segunda.",
      },
    ],
    "replaced value": [
      {
        pattern: r`(?<=(?<!\p{L})(?:em vez de|em lugar de|ao invés de|no lugar de|e não|não apenas|não só|não mais|, não)\s(?:em\s|de\s|o\s|a\s|os\s|as\s|só\s)?)\p{L}[^,.;!?]{1,40}`,
        example: "Chá em vez de café.",
        counterExample: "Chá e café.",
      },
    ],
    addition: [
      {
        pattern: r`(?<!\p{L})(?:também|além disso|igualmente)[.!]{0,3}$`,
        example: "O linter também.",
        counterExample: "O linter.",
      },
    ],
    "new state": [
      {
        words: r`agora, já(?! (?:que|está)\b), a partir de agora, daqui em diante, de novo, a partir de hoje, novamente, doravante`,
        example: "Agora sim.",
        counterExample: "Ontem sim.",
      },
    ],
    allowance: [
      {
        words: r`(?<!não )(?:já )?(?:pode|podem|podemos|dá para), (?:está|estão|fica|ficam|é|são) (?:\S{1,20}\s){0,2}(?:permitid[oa]s?|abert[oa]s?|livres?|aceitáve(?:l|is)|liberad[oa]s?|ok|autorizad[oa]s?), relig\p{L}{1,3}, reativ\p{L}{1,3}, retom\p{L}{1,3}, volt[ea] a (?:ligar|usar|rodar), reabr\p{L}{1,3}`,
        example: "A caixa está aberta.",
        counterExample: "A caixa está quebrada.",
      },
    ],
    deed: [
      {
        words: r`desligad[oa]s?, desativad[oa]s?, religar, ligar, mex(?:er|a|e|am), toc(?:ar|a|ou), toque, mud(?:ar|a|e|ou), modific\p{L}{1,4}, modifique\p{L}?, alter\p{L}{1,4}, edit\p{L}{1,4}, ainda, já, rod(?:ar|e|a|em), execut\p{L}{1,4}, us(?:ar|e|a|ada|ado), utiliz\p{L}{1,4}`,
        example: "Não mexa nisso.",
        counterExample: "Não pense nisso.",
      },
    ],
    keeping: [
      {
        words: r`deix(?:e|a|ar|em)(?= .{1,60}(?:desligad[oa]s?|desativad[oa]s?|fechad[oa]s?|parad[oa]s?)(?!\p{L}))`,
        example: "Deixe a bomba desligada.",
        counterExample: "Deixe a bomba.",
      },
      {
        words: r`mant(?:enha|ém|er|enham), conserv(?:e|a|ar|em), preserv(?:e|a|ar|em), guarde .{1,60}como, deixe .{1,60}(?:como est|onde est|no lugar), (?:fica|continua)m? .{0,20}(?:de pé|como est)`,
        example: "Conserve o logo.",
        counterExample: "Observe o logo.",
      },
    ],
    removal: [
      {
        words: r`remov\p{L}{1,4}, apag\p{L}{1,4}, exclu\p{L}{1,4}, delet\p{L}{1,4}, elimin\p{L}{1,4}, tir(?:ar|e|ado|ada), sumir, deslig\p{L}{1,4}, substitu\p{L}{1,4}`,
        example: "Pode apagar.",
        counterExample: "Pode ler.",
      },
    ],
    sight: [
      {
        words: r`olh\p{L}{1,3}, ler, leia, ver, veja, consult\p{L}{1,3}, exemplos?`,
        example: "Pode ler o texto.",
        counterExample: "Pode mudar o texto.",
      },
    ],
    "going beyond": [
      {
        words: r`mais (?:long[oa]s?|alt[oa]s?|detalhad[oa]s?|que|de \d+), maior(?:es)?, adiciona(?:l|is), ilimitad[oa]s?, sem limite, extens[oa]s`,
        example: "Textos mais longos.",
        counterExample: "Textos curtos.",
      },
    ],
    "chosen value": [
      {
        words: r`melhor(?: deixar em)?, mud[ae](?: isso)? para, que sejam?, na verdade, pensando bem, deix[ae](?: em)?, vamos (?:de|com), coloc[ae], digamos, aument[ae] para, diminu[ai] para, pode ser(?: até)?, em vez disso`,
        example: "Digamos nove.",
        counterExample: "São nove.",
      },
    ],
    brevity: [
      {
        words: r`em (?:uma(?: única| só)?|um(?: único| só)?|duas|dois|três) (?:frases?|palavras?|linhas?|parágrafos?)`,
        example: "Em uma frase.",
        counterExample: "Uma frase está errada.",
      },
    ],
    "switching on": [
      {
        words: r`(?:re)?ativ(?:a|ar|e|ad[oa]s?), (?:re)?lig(?:a|ar|ue|ad[oa]s?), retom\p{L}{1,3}, reabr\p{L}{1,3}`,
        example: "Ligue a bomba.",
        counterExample: "Desligue a bomba.",
      },
    ],
    withdrawal: [
      {
        words: "anulad[oa]s?, cancelad[oa]s?, obsolet[oa]s?, revogad[oa]s?, sem efeito, suspens[oa]s?",
        example: "Revogadas:",
        counterExample: "Vigentes:",
      },
    ],
    negation: [
      {
        words: r`nunca, jamais, não(?!,), nenhum, nenhuma, sem, proibid[oa]s?, evite\p{L}{0,2}, nem, nada`,
        example: "Jamais",
        counterExample: "Agora",
      },
    ],
    "modal word": [
      {
        words: "pode, podem, deve, devem, tem que, precisa, permitido",
        example: "Isso deve ser.",
        counterExample: "Isso é.",
      },
    ],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:nunca|sempre|não {orderVerb}|certifique-se|evite|{orderVerb}){end}`,
        example: "Sempre prove.",
        counterExample: "As provas de sempre.",
      },
      {
        words: "você, vocês, o senhor, a senhora",
        example: "Isso é com você.",
        counterExample: "Isso é com ele.",
      },
    ],
    wish: [
      {
        words: "por favor, preciso, quero, adicione, corrija, crie, remova",
        example: "Preciso disso.",
        counterExample: "Bom dia.",
      },
    ],
    "question form": [
      {
        pattern: r`^(?:(?:e|mas|então|olha)[,\s]\s?){0,2}(?:por que|por quê|como é que|será que|tenho que|devo|devemos)(?!\p{L})[^,;:—–.]{0,300}$`,
        example: "Por que tem que testar",
        counterExample: "Todo dia tem que testar",
      },
    ],
    "polite request": [
      {
        pattern: r`^[^?]{0,40}(?:poderia|pode|podia|podes|poderias|se importa de|dá para)\s.{0,160}{lasting}`,
        example: "Você poderia não gritar mais?",
        counterExample: "Você poderia ver?",
      },
    ],
    condition: [
      {
        pattern: r`(?<!\p{L})(?:se|quando) (?:não )?(?:você |eu |ele |a gente )?(?:deve|devo|tem que|tenho que|precisa|pode)(?: não| sempre)?{end}`,
        example: "se você tem que reiniciar",
        counterExample: "você tem que reiniciar",
      },
    ],
    "condition word": [
      {
        pattern: r`(?<!\p{L})(?:caso|a menos que|a não ser que|salvo se)(?!\p{L})\s`,
        example: "caso chova",
        counterExample: "chove",
      },
    ],
    report: [
      {
        pattern: r`(?<!\p{L})(?:script|programa|instalador|job|build|servidor) (?:para|aborta|falha|se recusa|reclama|quebra)(?: com)?:[^;–—]{0,400}`,
        example: "O build falha com: deve ser admin.",
        counterExample: "O build deve rodar.",
      },
      {
        pattern: r`(?<!\p{L})(?:perguntou|perguntava|perguntaram) se [^;–—]{0,400}`,
        example: "Paulo perguntou se devemos assinar.",
        counterExample: "Paulo perguntou pelo sal.",
      },
      {
        pattern: r`(?<!\p{L})(?:meu|minha|noss[oa]) (?:antig[oa]|ex-?) ?\p{L}{2,20} (?:sempre )?(?:dizia|falava|repetia)[^;–—]{0,400}`,
        example: "Nossa antiga mestra dizia: nunca corra.",
        counterExample: "Nossa mestra nunca corre.",
      },
      {
        pattern: r`(?<!\p{L})(?:segundo|conforme|de acordo com) (?:o|a|os|as|meu|minha|\p{Lu}\p{L}{1,20}) ?[^,;.]{0,40},[^;–—]{0,400}`,
        example: "Segundo Paulo, nunca se deve.",
        counterExample: "Nunca se deve.",
      },
      {
        pattern: r`(?<!\p{L})(?:{source}|ele|ela|(?:meu|minha|o|a|seu|sua) {person}) (?:\S{1,20}\s)?{says}{end}(?: que)?[^,;–—]{0,400}`,
        example: "O compilador diz que tem que tipar.",
        counterExample: "Tem que tipar.",
      },
      {
        pattern: r`(?<!\p{L})(?:segundo|conforme|de acordo com|na|no) (?:o |a |os |as |meu |minha )?(?:{source}|{person})(?:(?<!(?<!\p{L})n[ao]\s.{0,60})|,? (?:diz|dizia|está escrito|consta|lê-se))(?!\p{L})[^;–—]{0,400}`,
        example: "Na placa está escrito que tem que esperar.",
        counterExample: "Tem que esperar.",
      },
      {
        pattern: r`(?<!\p{L})(?:você (?:disse|falou|sugeriu|propôs|escreveu|recomendou)|disseste)[^,;–—]{0,400}`,
        example: "Você disse que tem que esperar.",
        counterExample: "Você espera.",
      },
    ],
    supposition: [
      {
        pattern: r`^(?:suponha\p{L}{0,3}|imagine\p{L}{0,2}|digamos|e se|vamos supor)(?!\p{L})`,
        example: "Digamos que tem que correr",
        counterExample: "Tem que correr",
      },
    ],
    "qualifying word": [
      {
        words:
          "se, salvo, exceto, sem, quando, até, antes, depois, enquanto, a menos que, a não ser, desde que, inclusive, incluindo, só, somente, apenas, no máximo, pelo menos, mas não",
        example: "exceto aos domingos",
        counterExample: "aos domingos",
      },
    ],
    "past rule": [
      {
        pattern: r`(?<!\p{L})antes (?:\p{L}{2,12} ){0,2}(?:podíamos|tínhamos|devíamos|costumávamos|podiam|tinham)(?!\p{L})`,
        example: "Antes sempre tínhamos plantão.",
        counterExample: "Antes de sair, feche.",
      },
      {
        pattern: r`(?<!\p{L})n[ao] (?:minha|meu|nossa|nosso) (?:antig[ao]|últim[ao]|velh[ao]) (?:empresa|trabalho|equipe|projeto|emprego)(?!\p{L})`,
        example: "Na minha antiga empresa todos assinam.",
        counterExample: "Na minha empresa todos assinam.",
      },
      {
        pattern: r`(?<!\p{L})n[ao] (?:minha |meu )?(?:equipe|equipa|empresa|time|trabalho) (?:antig[ao]|anterior)(?!\p{L})`,
        example: "Na equipe antiga a gente sempre fazia.",
        counterExample: "Na equipe a gente sempre faz.",
      },
      {
        pattern: r`(?<!\p{L})(?:antigamente|antes|naquela época|no meu (?:antigo|último)|na minha (?:antiga|última)|quando (?:eu )?era)(?! de)(?!\p{L})[^.]{0,60}(?:ava|avam|ia|iam|era|eram|foi|tinha)(?!\p{L})`,
        example: "Antigamente nunca se comia peixe.",
        counterExample: "Antes de comer tem que lavar.",
      },
      {
        words: r`era (?:proibido|obrigatório), (?:tínhamos|tinha|tinham) (?:que|de), (?:devia|devíamos|deviam)`,
        example: "Tinha que gritar sempre.",
        counterExample: "Tem que gritar sempre.",
      },
    ],
    opinion: [
      {
        words: r`(?:todos|as pessoas|todo mundo|a gente) dever(?:ia|íamos|iam) (?:\p{L}+ )?(?:mais|menos|dormir|rir|com frequência)`,
        example: "Todos deveríamos rir mais.",
        counterExample: "Todos deveriam assinar.",
      },
      {
        words: r`acho (?:que (?:a gente|as pessoas|ninguém)|ess[ea]|est[ea]|muito|bem|isso), na minha opinião(?! .{0,40}deve), dizem que, como se diz, as pessoas (?:devem|deviam|deveriam), ninguém deveria, todo mundo deveria, na vida`,
        example: "Na vida deve-se rir.",
        counterExample: "Aqui deve-se rir.",
      },
      {
        pattern: r`(?<!\p{L})(?:k{3,20}|(?:ha){2,8}|(?:rs){1,6}|lol|brincadeira|é brincadeira)\P{L}{0,6}$|[😂🤣😅😜]\P{L}{0,4}$`,
        example: "Nunca mais uma segunda, kkk.",
        counterExample: "Nunca mais uma segunda.",
      },
    ],
    courtesy: [
      {
        pattern: r`^[^\p{L}]{0,4}(?:muito |ok,? |valeu,? )?(?:obrigad[oa]|valeu|agradeço)(?!\p{L})(?! se)(?!.{0,200}(?:a partir de agora|em diante|por favor|mas|não precisa|não (?:use|mexa)))`,
        example: "Obrigada, sempre um prazer.",
        counterExample: "Sempre um prazer.",
      },
      {
        words: r`não se preocupe, não precisa (?:se desculpar|pedir desculpas?|agradecer|ter pressa), não tem problema, não há de quê, de nada, sem pressa`,
        example: "Não se preocupe.",
        counterExample: "Não se mexa.",
      },
    ],
    "third party": [
      {
        words: r`(?:empresa|escritório|casa|equipe|loja) ao lado, em outra empresa, (?:meu|minha|seu|sua) {person} (?:\S{1,20}\s){0,3}(?:nunca|jamais|sempre)`,
        example: "A loja ao lado nunca abre.",
        counterExample: "A loja abre tarde.",
      },
      {
        words: r`n(?:o filme|o livro|o romance|o conto|o sonho|a série|a história|a música|o jogo), proibiu .{0,20} (?:ele|ela) d`,
        example: "No filme tem que correr.",
        counterExample: "Aqui tem que correr.",
      },
      {
        words: r`(?:meu|minha|seu|sua|nosso|nossa) {person} (?:deve|não deve|não pode|não come|não bebe|quer|tem que|proíbe|nunca|sempre), (?:ele|ela|eles|elas) (?:deve|devem|não pode|não podem|tem que|têm que), (?:proibiu|mandou) (?:ele|ela)`,
        example: "Minha filha não deve viajar sozinha.",
        counterExample: "Você não deve viajar sozinho.",
      },
    ],
    guess: [
      {
        words: r`(?:deve|devem|tem que|só pode) (?:ser (?:um|uma|o|a|por|culpa|coisa)|ter sido|estar (?:quebrad[oa]|fora)|vir d[aoe]), com certeza (?:é|foi)`,
        example: "Deve ser um defeito.",
        counterExample: "Deve ficar.",
      },
    ],
    account: [
      {
        words: r`(?:nunca|jamais) (?:me |te |lhe |nos |se )?(?:\p{L}+(?:ei|ou|eu|iu|ava|ia|aram|eram|iram)|fui|pude|quis|soube)`,
        example: "Nunca me agradou.",
        counterExample: "Nunca me acorde.",
      },
      {
        pattern: r`^[^\p{L}]{0,4}(?:ontem|anteontem|hoje cedo|hoje de manhã|agora há pouco|(?:na|no) \p{L}+ passad[oa])(?!\p{L})[^.]{0,60}\p{L}(?:ei|ou|i|eu|iu|aram|eram|iram|ava|ia|amos|emos|foi)(?!\p{L})`,
        example: "Ontem chegou sempre tarde.",
        counterExample: "Nunca chegue tarde.",
      },
      {
        words: r`{shaky} (?:\S{1,20}\s){0,3}(?:nunca|sempre|o tempo todo|toda hora|cada vez|constantemente), (?:nunca|sempre) {shaky}`,
        example: "A compilação falha sempre.",
        counterExample: "A compilação começa.",
      },
    ],
    decision: [
      {
        words: "decidi, decidimos, ficou decidido",
        example: "Decidimos usar isso.",
        counterExample: "Usamos isso.",
      },
    ],
    reason: [{ words: "porque, pois, já que", example: "isto, pois é pequeno", counterExample: "isto" }],
    "rules heading": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[^\s:]{1,30}\s){0,4}{rules}(?:\s[^\s:]{1,30}){0,3}[:*\s]{0,4}$`,
        example: "## Nossas regras",
        counterExample: "## Nosso fim",
      },
    ],
    "name of rules": [
      { words: "{rules}, critérios", example: "Nossas exigências", counterExample: "Nossos jogos" },
    ],
    "acceptance heading": [
      {
        words: "critérios de aceitação, concluído quando",
        example: "Concluído quando:",
        counterExample: "Concluído:",
      },
    ],
    greeting: [
      {
        pattern: r`^(?:olá|oi|bom dia|boa tarde)(?!\p{L})`,
        example: "Oi Claude, veja",
        counterExample: "Claude, veja",
      },
    ],
    dialogue: [
      {
        words: "eu, você, vocês, nós, a gente",
        example: "Isso a gente faz.",
        counterExample: "O servidor reinicia.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:e|ou|dos|das|da|do|uma|com)[*_]{0,2}$`,
        example: "Use uma",
        counterExample: "Use tudo",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:de|para|assunto|data|enviado)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Assunto: entrega",
        counterExample: "Assunto resolvido",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**de\**\s{0,2}[:：]`, example: "De: Dana", counterExample: "De Dana" },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}(?:em|no dia)\s.{6,120}\sescreveu(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "Em 5 de janeiro, Dana escreveu:",
        counterExample: "Na segunda Dana escreveu um teste.",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}erro(?!\p{L})\s{0,2}[:!：]? ?\S`,
        example: "Erro: sem arquivo",
        counterExample: "Sem erro",
      },
    ],
  },
  wordLists: {
    "stop word": {
      words:
        "o, a, os, as, um, uma, uns, umas, de, do, da, dos, das, no, na, nos, nas, em, ao, aos, à, às, e, ou, mas, não, nem, nunca, jamais, sempre, só, apenas, somente, é, são, ser, está, estão, estar, era, foi, há, tem, têm, deve, devem, pode, podem, precisa, precisam, que, eu, tu, você, vocês, ele, ela, eles, elas, nós, me, te, se, lhe, meu, minha, meus, minhas, seu, sua, seus, suas, nosso, nossa, este, esta, estes, estas, esse, essa, isso, isto, com, por, para, pra, sem, sobre, entre, desde, até, segundo, antes, depois, quando, como, cada, todo, toda, todos, todas, tudo, qualquer, mais, menos, muito, também, já, agora, diante, partir, hoje, melhor, lugar, vez, esqueça, disse, verdade, usa, usar, use, usando, utilize, coloque, faça, fazer, deixe, máximo, mínimo, proibido, permitido, obrigado, obrigada, favor, nenhum, nenhuma, nada, perguntar, avisar, quiser, usem",
      example: "também",
      counterExample: "fatura",
    },
    "talk stop word": {
      words: "mas, para, como, isso, esta, este, quando, porque, também, muito, tudo, nada, tem, fazer",
      example: "quando",
      counterExample: "orçamento",
    },
    hesitation: { words: "hum, ahn, né", example: "ahn", counterExample: "sim" },
    "heading word": {
      words:
        "regra, regras, requisito, requisitos, restrições, objetivo, objetivos, tarefa, tarefas, atenção, importante, aviso, lembrete, correção, exemplo, exemplos, prazo, erros, passos, contexto, resultado, resultados, mudança, mudanças, idioma, resumo, nota, notas",
      example: "regras",
      counterExample: "jonas",
    },
    "number word": {
      words: "dois, duas, três, quatro, cinco, sete, oito, nove, doze, vinte",
      example: "quatro",
      counterExample: "quarto",
    },
  },
};
