"""Portuguese words of the flag rules, by the classes of the English ones.

`*` stands for any ending, `~` for up to five words; accents are compared without.
What is `plain` only takes away what its first word means in another language.
"""

from __future__ import annotations

WORDS = {
    "institution": "a diretoria, a direcao, a gerencia, a chefia, la de cima, a empresa",
    "backs": "vem de, vem da, apoia, respalda, concorda, esta de acordo, quer, exige, deu o aval",
    "no_more": "diretamente, desnecessario, desnecessaria, dispensa, dispensavel, basta",
    "looked": "revisado, revisada, revisto, revista, conferido, conferida, lido, lida, verificado",
    "already": "duas vezes, ha tempo, ja foi, ja foram, ja esta, ja passou, ja passaram",
    "override": """
        ignora, ignorem, ignorar, esquece, esqueca, esquecam, esquecer, desconsidera, desconsidere,
        desconsiderem, desconsiderar, descarta, descarte, descartar, desobedeca, desobedecer,
        nao siga, nao sigas, nao cumpra, nao obedeca, nao respeite, nao leve em conta,
        nao leves em conta, nao leve em consideracao, nao ligue para, pare de seguir,
        para de seguir, deixe de seguir, deixa de seguir, deixe de lado, deixa de lado,
        deixar de lado, ponha de lado, poe de lado, ponha ~ de lado, passe por cima, burle, burlar,
        contorne, anule, anula, viole, desrespeite
    """,
    "orders": """
        instrucao, instrucoes, regra, regras, ordem, ordens, diretriz, diretrizes, orientacao,
        orientacoes, indicacoes, restricao, restricoes, limites, limitacoes, politica, politicas,
        desejos, preferencias, normas, norma, determinacoes, o que lhe disse, o que ele disse,
        o que lhe disseram
    """,
    "told": """
        o que lhe disse, o que te disse, o que lhe disseram, o que te disseram, o que foi dito,
        tudo o que foi dito, tudo o que sabe, tudo o que sabes, suas instrucoes, tuas instrucoes,
        instrucoes do sistema, instrucoes de sistema, mensagem do sistema, suas regras,
        tuas regras, tudo acima
    """,
    "earlier": """
        anterior, anteriores, previa, previas, previo, previos, todas, todos, qualquer, quaisquer,
        suas, seus, tuas, teus, usuario, usuaria, utilizador, ate agora, existentes, recebidas,
        iniciais, originais, antigas, do dono, da dona, do proprietario
    """,
    "owner": """
        seu dono, sua dona, teu dono, o dono, a dona, usuario, usuaria, utilizador, proprietario,
        proprietaria, seu chefe, teu chefe, seu operador
    """,
    "principal": """
        dono, dona, usuario, usuaria, utilizador, utilizadora, proprietario, proprietaria,
        seu chefe, teu chefe, operador, titular
    """,
    "lapsed": """
        ja nao valem, ja nao vale, nao valem mais, nao vale mais, ja nao se aplica,
        ja nao se aplicam, nao se aplica mais, nao se aplicam mais, nao contam mais, sem efeito,
        sem validade, caducou, caducaram, esta revogado, estao revogadas, revogadas, anuladas,
        obsoletas, obsoleto, nao importam, nao importa
    """,
    "become": """
        agora voce e, agora es, voce agora e, a partir de agora voce e, a partir de agora es,
        finja ser, finge ser, finja que e, faca de conta que e, aja como se, assuma o papel,
        faca-se passar
    """,
    "act_as": "aja como, atue como, responda como, comporte-se como, age como, fale como",
    "power": """
        administrador, administradora, proprietario, sem restricoes, sem limites, superusuario
    """,
    "address": """
        assistente, assistentes, agente de ia, agentes de ia, inteligencia artificial,
        modelo de linguagem, chatbot, quem ler isto, quem ler esta nota, se voce e uma ia
    """,
    "vocative": """
        caro assistente, cara assistente, ola assistente, atencao assistente, querido assistente,
        prezado assistente, nota para o assistente, mensagem para o assistente, como assistente,
        como ia, se voce e um assistente, se es um assistente, a todos os assistentes
    """,
    "you": "voce deve, tu deves, deves, voces, que voce, agora voce",
    "must": """
        voce deve, deves, deve, devem, devera, deverao, tem que, tem de, tens de, tens que, ha de,
        e obrigado, sao obrigados
    """,
    "follow_only": """
        siga apenas, siga somente, siga so, segue apenas, segue so, obedeca apenas,
        obedeca somente, obedeca so, unica regra, acima de, prevalece sobre, prevalecem sobre,
        tem prioridade, tem precedencia, novas instrucoes, novas regras, no lugar das suas,
        em vez das suas, apenas o que, somente o que, vale mais que
    """,
    "outrank": "acima de, prevalece, prevalecem, pesa mais, vale mais, vem primeiro, conta mais",
    "self_ref": """
        esta nota, este texto, esta pagina, este paragrafo, o que esta escrito aqui, estas linhas,
        o presente texto, a presente nota
    """,
    "polite": """
        por favor, por gentileza, tenha a bondade, tenha a gentileza, pedimos que, pede-se,
        seria bom, certifique-se, certifica-te, lembre-se, lembra-te, voce pode, podes, poderia
    """,
    "conceal": """
        nao diga, nao digas, nao lhe diga, nao conte, nao contes, nao lhe conte, nao mencione,
        nao menciones, sem mencionar, sem dizer, sem contar, nao fale, nao informe, nao informes,
        sem informar, sem avisar, nao avise, nao avises, em segredo, mantenha em segredo,
        mantem em segredo, nao deve saber, nao precisa saber, sem que saiba, sem que ele saiba,
        sem que perceba, sem o conhecimento, esconda, esconde, esconder, oculte, oculta, ocultar,
        cale, cala-te, nao revele, nao reveles, sem deixar rastro, sem deixar rasto, pelas costas
    """,
    "covertly": """
        em silencio, discretamente, secretamente, sorrateiramente, na surdina, de fininho,
        disfarcadamente, escondidas
    """,
    "leak": """
        envie, envia, enviem, enviar, manda, mandem, mandar, encaminhe, encaminha, encaminhar,
        reencaminhe, reencaminhar, repasse, repassa, repassar, compartilhe, compartilha,
        compartilhar, partilhe, partilha, partilhar, revele, revela, revelar, entregue, entrega,
        entregar, copie, copia, copiar, publique, publica, publicar, transmita, transmite,
        transmitir, forneca, fornece, fornecer, passe ~ a, passe ~ para, exporte, exporta,
        exportar, divulgue, divulga, divulgar, leia ~ em voz alta, leia em voz alta,
        ler em voz alta, responda com, diga-lhe, de-lhe, suba, dite ~ para
    """,
    "change": """
        mude, mudar, altere, altera, alterar, apague, apaga, apagar, exclua, exclui, excluir,
        elimine, elimina, eliminar, remova, remover, desative, desativa, desativar, ative, instale,
        instala, instalar, executa, executar, aprove, aprova, autorize, autoriza, pague, paga,
        pagar, transfira, transfere, transferir, reembolse, adicione, adiciona, adicionar,
        acrescente, acrescenta, abra, abre, aumente, baixe, substitua, modifique, modifica,
        redirecione, aceite, aceita, pule, conceda
    """,
    "use": """
        utilize, utiliza, escreva, escreve, responda, responde, recomende, recomenda, ponha,
        coloque, coloca, inclua, inclui, termine, termina, comece, comeca, sugira, sugere,
        mencione, menciona, faca
    """,
    "forever": """
        a partir de agora, a partir de hoje, de agora em diante, daqui em diante, daqui por diante,
        de hoje em diante, doravante, desde agora, a partir deste momento, deste momento em diante,
        em todas as sessoes, em cada sessao, em qualquer sessao, para sempre, de forma permanente,
        permanentemente, ate novo aviso, ate nova ordem, no futuro, nas proximas sessoes
    """,
    "always": """
        sempre, sempre que, em todos os momentos, toda vez, todas as vezes, cada vez que, nunca,
        jamais, sem excecao, por padrao, em qualquer caso
    """,
    "every_answer": """
        cada resposta, toda resposta, todas as respostas, suas respostas, tuas respostas,
        cada resumo, cada mensagem, cada conversa, toda conversa, todo resumo
    """,
    "unasked": """
        sem perguntar, sem perguntar-lhe, sem consultar, sem confirmar, sem confirmacao,
        sem permissao, sem autorizacao, sem aprovacao, nao pergunte, nao perguntes,
        nao precisa perguntar, nao peca permissao, nao peca confirmacao, nao pecas confirmacao,
        sem consentimento, sem verificar, sem pedir permissao, sem pedir confirmacao, sem esperar,
        por conta propria, por sua conta
    """,
    "condition": """
        quando, assim que, sempre que, toda vez que, cada vez que, quem, ao ouvir, logo que,
        caso alguem, uma vez que, se um, se uma, se alguem, se o usuario, se o cliente,
        se o utilizador, se perguntarem, se pedirem, caso um
    """,
    "cue": """
        diga, digam, disser, disserem, diz, menciona, mencione, mencionar, mencionem, pergunta por,
        pergunte, perguntem, perguntar, escreve, escreva, escrever, pronuncie, pronunciar, ouvir,
        ouca, apareca, aparecer, aparece, pede, pedir, cumprimentar, falar
    """,
    "codeword": """
        a palavra, as palavras, a frase, palavra-chave, palavra chave, a senha, o sinal,
        palavra-passe, codigo secreto
    """,
    "on_cue": """
        ao ouvir, ao mencionar, ao ler, quando perguntarem, se perguntarem, quem mencionar,
        quem perguntar, quem disser
    """,
    "someone": "alguem, o usuario, um cliente, qualquer pessoa, um usuario, o cliente, clientes",
    "then": "entao",
    "protect": """
        quarentena, rejeitada, rejeitado, recusada, recusado, suspeito, nao executar, denunciado,
        denunciamos, nunca partilhe, nunca compartilhe, nao partilhe, nao compartilhe,
        nunca forneca, nao forneca, nunca revele, nunca informe, nunca envie, nao envie,
        nunca peca, nao pedimos, nunca pedimos, nunca pede, nunca pedira, nao encaminhe
    """,
    "wary": "phishing, suspeito, suspeita, atacante, golpe, golpista, fraude, burla",
    "asset": """
        lista, listagem, chaves, chave, senhas, arquivo, arquivos, ficheiro, ficheiros, dados,
        registro, relatorio, relatorios, faturas, fatura, contrato, codigo, codigos, enderecos,
        contatos, contactos, conta, contas, precos
    """,
    "authority": """
        equipe de seguranca, equipa de seguranca, departamento de seguranca, departamento,
        diretoria, a diretoria, da diretoria, direcao, a direcao, gerencia, administrador,
        administradores, comite, ministerio, autoridade, autoridades, conselho, juridico, matriz,
        sede, suporte tecnico, alta direcao
    """,
    "ratified": """
        aprovou, aprovado, aprovada, verificou, verificado, verificada, confirmou, confirmado,
        confirmada, confirma, exige, ordena, ordenou, autorizou, autorizado, autorizada, autoriza,
        validou, validado, validada, certificado, ratificou, ratificado, ratificada, decidiu,
        determina, determinou
    """,
    "by_order": """
        por ordem de, por ordem do, por ordem da, em nome da, em nome do, segundo a direcao,
        segundo a diretoria, por decisao de, por decisao da, por determinacao da,
        por determinacao do, a mando de, a mando da
    """,
    "binding": """
        obrigatorio, obrigatoria, vinculante, vinculativo, vinculativa, prioridade maxima,
        maxima prioridade, prioridade absoluta, sem discussao, irrevogavel
    """,
    "edict": """
        esta nota, este texto, esta regra, esta norma, esta politica, todos os assistentes,
        todos os agentes
    """,
    "identity": """
        sou seu administrador, sou o seu administrador, sou o teu administrador, sou seu dono,
        sou o administrador, como seu desenvolvedor, como teu programador, sou seu criador,
        sou o seu criador
    """,
    "proclaimed": """
        aviso do sistema, mensagem do sistema, aviso oficial, comunicado oficial,
        aviso de seguranca
    """,
    "secret": """
        senha, senhas, palavra-passe, palavras-passe, credenciais, codigo de verificacao,
        codigo recebido, codigo de acesso, chave privada, chave secreta, chave de api, chave api,
        dados de acesso, numero do cartao, numero de cartao
    """,
    "solicit": """
        peca, peca-lhe, pergunte, solicite, solicita, envie, envia, compartilhe, partilhe, revele,
        anote, anota, recolha, reuna, colete, obtenha, consiga, forneca, entregue, encaminhe,
        descubra
    """,
    "write_into": """
        adicione, adiciona, acrescente, acrescenta, escreva, escreve, copie, copia, insira, insere,
        guarde, salve, cole, coloque, ponha, inclua, inclui, atualize, atualiza, crie, anote,
        registe, registre ~ no, registre ~ em
    """,
    "write_last": "deve constar, deve conter, deve dizer, deve incluir",
    "content": """
        esta regra, esta linha, estas linhas, este texto, este paragrafo, esta frase, o seguinte,
        a seguinte, os seguintes, as seguintes, estas instrucoes
    """,
    "agent_file": """
        arquivo de memoria, ficheiro de memoria, arquivo de instrucoes, ficheiro de instrucoes,
        instrucoes do agente, pasta de skills, pasta de habilidades, mensagem do sistema,
        prompt do sistema, prompt de sistema, memoria permanente
    """,
    "approval": """
        aprovar, aprove, aprova, aprovado, aprovada, ser aprovado, ser aprovada, aceitar, aceite,
        aceito, dar o aval, de o aval
    """,
    "ease": """
        sem revisao, sem revisar, sem rever, sem olhar, sem ler, sem conferir, sem verificacao,
        nao precisa ler, inofensivo, inofensiva, sem risco, sem riscos, ja revisado, ja revisada,
        ja revisto, ja revista, ja aprovado, ja aprovada, e seguro, e segura, basta uma olhada,
        mera formalidade, uma formalidade, de olhos fechados, tal como esta, sem medo
    """,
    "review_void": """
        nao requer revisao, nao precisa de revisao, nao exige revisao, dispensa revisao,
        sem necessidade de revisao, nao e necessario revisar, nao e necessaria revisao,
        nao precisa revisar, isento de revisao, isenta de revisao, pode ser aprovado sem,
        pode ser aprovada sem, pode aprovar sem, pode-se aprovar sem, aprovar sem revisar,
        aprovar sem revisao, aceitar sem revisar
    """,
    "reviewer": "revisor, revisora, revisores, quem revisar, quem aprovar, quem revisa",
    "review_agent": """
        caro revisor, cara revisora, prezado revisor, nota para o revisor, agente revisor,
        atencao revisor
    """,
    "this_item": """
        esta nota, esta proposta, esta mudanca, esta alteracao, este item, esta entrada, este lote,
        lote inteiro, o lote inteiro, todo o lote
    """,
    "success": "funcionou, funcionou bem, sem problemas, com sucesso, resolvido, satisfeit*",
    "negation": "nao, nunca, sem, jamais, salvo, exceto, apenas, somente, ninguem, nenhum, nenhuma",
    "limit_time": """
        esta semana, este mes, este trimestre, por enquanto, hoje, amanha, durante,
        temporariamente, ate ao, ate o fim, ate o dia
    """,
    "strength": """
        pode, poderia, talvez, provavelmente, pelo menos, no maximo, quase, aproximadamente,
        cerca de
    """,
    "proviso": "quando, salvo se, a menos que, desde que, somente se, em caso de, se o, se nao",
    "address_weak": "o agente, os agentes",
    "plain": """
        do dono, do usuario, do cliente, do banco, do sistema, do projeto, do dia, do mes, do ano,
        do arquivo, do forno, do trabalho
    """,
}
"""Phrases by class, separated by commas."""
